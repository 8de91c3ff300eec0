//! The exit code, and the net that catches a panic.

use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;

use jgate::batch::STACK_BYTES;
use jgate::command::{self, Panic};

/// The last panic. It is kept here because only the hook is told its place.
static LAST: Mutex<Option<Panic>> = Mutex::new(None);

fn main() -> ExitCode {
    let arguments = command::arguments();
    let exit = caught(&|| command::run(&arguments));
    ExitCode::from(exit.unwrap_or_else(|panic| command::bug(&panic, &arguments)))
}

/// The exit code of `run` on a large stack, or the panic that ended it.
fn caught(run: &(impl Fn() -> u8 + Sync)) -> Result<u8, Panic> {
    panic::set_hook(Box::new(keep));
    let exit = thread::scope(|scope| {
        let large = thread::Builder::new().stack_size(STACK_BYTES);
        match large.spawn_scoped(scope, run) {
            Ok(thread) => thread.join(),
            // Where no thread can be had, the stack that there is must do.
            Err(_) => panic::catch_unwind(AssertUnwindSafe(run)),
        }
    });
    exit.map_err(|_| {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        last.take().unwrap_or_default()
    })
}

fn keep(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let formatted = payload.downcast_ref::<String>().map(String::as_str);
    let literal = payload.downcast_ref::<&str>().copied();
    let panic = Panic {
        message: literal
            .or(formatted.map(unquoted))
            .unwrap_or_default()
            .to_owned(),
        place: info.location().map(ToString::to_string).unwrap_or_default(),
    };
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
}

/// A formatted message up to its first quote, behind which something of the input may stand.
fn unquoted(message: &str) -> &str {
    let end = message.find(['`', '\'', '"']).unwrap_or(message.len());
    message.get(..end).unwrap_or_default().trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_with_its_place_and_nothing_of_the_input() {
        assert_eq!(caught(&|| 22), Ok(22));

        let literal = caught(&|| panic!("out of cheese")).unwrap_err();
        assert_eq!(literal.message, "out of cheese");
        assert!(literal.place.starts_with("src/main.rs:"), "{literal:?}");

        let secret = String::from("sécret");
        let sliced = caught(&|| u8::from(secret.clone().split_off(2).is_empty())).unwrap_err();
        assert!(!sliced.message.is_empty(), "{sliced:?}");
        assert!(!sliced.message.contains("cret"), "{sliced:?}");
    }
}
