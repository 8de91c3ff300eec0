//! The exit code, and the net that catches a panic.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

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
///
/// The stack is the main thread's own: memory that a second thread allocates comes from the
/// system page by page, which costs a short run a tenth of its time.
fn caught(run: &impl Fn() -> u8) -> Result<u8, Panic> {
    panic::set_hook(Box::new(keep));
    let started = Cell::new(false);
    let begin = || {
        started.set(true);
        run()
    };
    let large = || stacker::grow(STACK_BYTES, begin);
    let mut exit = panic::catch_unwind(AssertUnwindSafe(large));
    if !started.get() {
        // Where no such stack can be had, the one that there is must do.
        exit = panic::catch_unwind(AssertUnwindSafe(run));
    }
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
