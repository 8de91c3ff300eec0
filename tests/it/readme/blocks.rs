//! The fenced blocks of a Markdown file, and what each is there for.

/// What a fenced block is.
#[derive(Debug)]
pub(crate) enum Block {
    /// A shell session: what is typed, and what is answered.
    Session(Session),
    /// A script, a program or a rule file, to be kept under the name in its first line.
    File { name: String, text: String },
    /// The command of a step of a CI system's workflow.
    Step(String),
}

/// A shell session.
#[derive(Debug)]
pub(crate) struct Session {
    /// The replies that the stand-in for a model's command gives, the second when it is told
    /// what was wrong with the first.
    pub(crate) replies: Vec<String>,
    /// What is typed.
    pub(crate) commands: Vec<Command>,
}

/// One command of a session.
#[derive(Debug)]
pub(crate) struct Command {
    /// The line it stands on, from 1.
    pub(crate) line: usize,
    /// What is typed.
    pub(crate) typed: String,
    /// What is answered, as shown.
    pub(crate) shown: String,
}

/// The blocks in order; an `Err` says why one cannot be run.
pub(crate) fn read(markdown: &str) -> Vec<Result<Block, String>> {
    let mut blocks = Vec::new();
    let mut lines = markdown.lines().zip(1..).peekable();
    let mut before = "";
    while let Some((line, number)) = lines.next() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            let inside: Vec<_> = std::iter::from_fn(|| lines.next_if(|(line, _)| *line != "```"))
                .map(|(line, _)| line)
                .collect();
            let closed = lines.next().is_some() && !line.starts_with(' ');
            let block = block(language, &inside, number + 1, before);
            blocks.push(
                block
                    .filter(|_| closed)
                    .ok_or_else(|| format!("README.md:{number}: no test can run this block")),
            );
        }
        before = line;
    }
    blocks
}

fn block(language: &str, inside: &[&str], number: usize, before: &str) -> Option<Block> {
    match language {
        "console" => session(inside, number, before).map(Block::Session),
        "sh" | "toml" => file(language, inside),
        "python" => file("py", inside),
        "yaml" => step(inside),
        _ => None,
    }
}

fn session(inside: &[&str], number: usize, before: &str) -> Option<Session> {
    let mut commands: Vec<Command> = Vec::new();
    for (text, line) in inside.iter().zip(number..) {
        match (text.strip_prefix("$ "), commands.last_mut()) {
            (Some(typed), _) => commands.push(Command {
                line,
                typed: typed.to_owned(),
                shown: String::new(),
            }),
            (None, Some(command)) => command.shown.push_str(&format!("{text}\n")),
            (None, None) => return None,
        }
    }
    (!commands.is_empty()).then(|| Session {
        replies: replies(before),
        commands,
    })
}

/// The files named in `<!-- llm answers FILE, then FILE -->`.
fn replies(before: &str) -> Vec<String> {
    let note = before.strip_prefix("<!-- llm answers ");
    let named = note.and_then(|note| note.strip_suffix(" -->"));
    named.map_or_else(Vec::new, |named| {
        named.split(", then ").map(str::to_owned).collect()
    })
}

/// A file says its name in its first line: `# NAME.sh`.
fn file(ending: &str, inside: &[&str]) -> Option<Block> {
    let name = inside.first()?.strip_prefix("# ")?;
    name.strip_suffix(ending)?.strip_suffix('.')?;
    Some(Block::File {
        name: name.to_owned(),
        text: inside.join("\n") + "\n",
    })
}

fn step(inside: &[&str]) -> Option<Block> {
    let mut commands = inside
        .iter()
        .filter_map(|line| line.trim_start().strip_prefix("run: "));
    match (commands.next(), commands.next()) {
        (Some(command), None) => Some(Block::Step(command.to_owned())),
        _ => None,
    }
}
