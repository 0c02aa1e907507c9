//! `damier`: draughts games that exist nowhere else, and the classics behind them.

mod admin;
mod analyse;
mod arena;
mod bench;
mod cli;
mod files;
mod games;
mod hub;
mod load;
mod moves;
mod note;
mod open_files;
mod perft;
mod random;
mod rules;
mod serve;
mod show;
#[cfg_attr(not(target_os = "linux"), path = "unsupervised.rs")]
mod supervised;
mod train;
mod verify;
mod why;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use clap::{CommandFactory, Parser};
use cli::{Cli, Command};

/// A server's work is made of many small messages, each of which is allocated.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // With no command it serves, with whatever the environment says about that.
    let command = Cli::parse().command.or_else(|| Cli::parse_from(["damier", "serve"]).command);
    let done = command.map_or(Ok(ExitCode::SUCCESS), run);
    match done {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note::note(format_args!("damier: {}", told(&error)));
            ExitCode::from(2)
        }
    }
}

/// Does it; a code that isn't success says that something was found to be wrong.
fn run(command: Command) -> anyhow::Result<ExitCode> {
    let done = match command {
        Command::Load(asked) => return load::run(&asked),
        Command::Serve(serving) => serve::run(&serving),
        Command::Verify { record, commitment, language } => {
            verify::run(&record, commitment.as_deref(), language.into())
        }
        Command::Backup { file, folder } => {
            Ok(damier_server::storage::sqlite::backup(&folder.path()?, &file)?)
        }
        Command::Admin(asked) => admin::run(&asked),
        Command::Games { json, language } => games::run(json, language.into()),
        Command::Moves(spot) => moves::run(&spot),
        Command::Perft { depth, divide, bench, spot } => perft::run(&spot, depth, divide, bench),
        Command::Show { spot, language } => show::run(&spot, language.into()),
        Command::Why { action, spot, language } => why::run(&spot, &action, language.into()),
        Command::Rules { page, language } => rules::run(page.entry()?, page.rule.as_deref(), language.into()),
        Command::Random { games, seed, spot } => random::run(&spot.into(), games, seed),
        Command::Analyse { spot, depths } => analyse::run(&spot, &depths),
        Command::Arena { contest, spot } => arena::run(&spot.into(), &contest),
        Command::Bench => bench::run(),
        Command::Hub => hub::run(),
        Command::Train { spot, schooling } => train::run(&spot.into(), &schooling),
        Command::Completions { shell } => {
            // Written in one go: the generator itself can't say that nobody reads any more.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "damier", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
        Command::Man { folder } => {
            let written = clap_mangen::generate_to(Cli::command(), &folder);
            written.with_context(|| format!("can't write to {}", folder.display()))
        }
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// What is wrong and why. Many messages say themselves what caused them: nothing is said twice.
fn told(error: &anyhow::Error) -> String {
    error.chain().skip(1).fold(error.to_string(), |text, cause| {
        let cause = cause.to_string();
        if text.contains(&cause) { text } else { format!("{text}: {cause}") }
    })
}

/// Whether output failed because nobody reads it any more, as in `damier … | head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<std::io::Error>();
    error.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
