//! `damier admin`: what whoever runs a server does with its games.

use std::io::Write;

use anyhow::Context;
use clap::{Args, Subcommand};
use damier_server::storage::sqlite::{Admin, GameRow, Wanted};
use jiff::Timestamp;

use crate::serve::Folder;

/// Looking at the games of a server, and removing what has to go.
#[derive(Args, Debug)]
pub(crate) struct Administer {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// List games, the latest first: tag, id, game, state, when something last happened, names
    List {
        /// Only those that were set aside, since they can't be read
        #[arg(long)]
        set_aside: bool,
        /// Only those in which somebody has this name
        #[arg(long)]
        name: Option<String>,
        /// At most so many
        #[arg(long, default_value_t = 100)]
        most: usize,
        /// As JSON, one game a line
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        folder: Folder,
    },
    /// Show a game and everything that happened in it
    Show {
        /// Its id, or its tag from the log
        game: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Set a game aside: the server neither reads it nor does anything in it. The server has to be stopped
    SetAside {
        /// Its id, or its tag from the log
        game: String,
        /// Why, for whoever lists games later
        why: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Take back a game that was set aside. The server has to be stopped
    Restore {
        /// Its id, or its tag from the log
        game: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Delete a game for good. The server has to be stopped
    Delete {
        /// Its id, or its tag from the log
        game: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Delete the games for good that have been over for so many days. The server has to be stopped
    DeleteFinished {
        /// Days
        #[arg(value_parser = clap::value_parser!(u16).range(1..=3650))]
        days: u16,
        #[command(flatten)]
        folder: Folder,
    },
    /// Delete a name from all games in which somebody has it. The server has to be stopped
    ForgetName {
        /// The name, as it is listed
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
}

pub(crate) fn run(asked: &Administer) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match &asked.what {
        What::List { set_aside, name, most, json, folder } => {
            let wanted = Wanted { set_aside: *set_aside, name: name.clone(), most: *most };
            for game in Admin::look(&folder.path()?)?.games(&wanted)? {
                match json {
                    true => writeln!(out, "{}", serde_json::to_string(&game)?)?,
                    false => writeln!(out, "{}", line(&game))?,
                }
            }
        }
        What::Show { game, folder } => {
            let admin = Admin::look(&folder.path()?)?;
            let found = admin.find(game)?;
            writeln!(out, "{}", serde_json::to_string(&found)?)?;
            for kept in admin.entries(&found.id)? {
                writeln!(out, "{}", shown(&kept))?;
            }
        }
        What::SetAside { game, why, folder } => {
            let mut admin = Admin::change(&folder.path()?)?;
            let found = admin.find(game)?;
            admin.set_aside(&found.id, Some(why))?;
            writeln!(out, "{} is set aside", found.tag)?;
        }
        What::Restore { game, folder } => {
            let mut admin = Admin::change(&folder.path()?)?;
            let found = admin.find(game)?;
            anyhow::ensure!(found.set_aside.is_some(), "game \"{game}\": not set aside");
            admin.set_aside(&found.id, None)?;
            writeln!(out, "{} is back", found.tag)?;
        }
        What::Delete { game, folder } => {
            let mut admin = Admin::change(&folder.path()?)?;
            let found = admin.find(game)?;
            admin.delete(&[found.id])?;
            writeln!(out, "{} is deleted", found.tag)?;
        }
        What::DeleteFinished { days, folder } => {
            let mut admin = Admin::change(&folder.path()?)?;
            let age = jiff::SignedDuration::from_hours(24 * i64::from(*days));
            let before = Timestamp::now().checked_sub(age).context("days: too many")?;
            let games = admin.finished_before(before.as_millisecond())?;
            admin.delete(&games)?;
            writeln!(out, "{} games are deleted", games.len())?;
        }
        What::ForgetName { name, folder } => {
            anyhow::ensure!(!name.is_empty(), "name: empty; expected one as it is listed");
            let games = Admin::change(&folder.path()?)?.forget_name(name)?;
            writeln!(out, "{games} games have it no more")?;
        }
    }
    Ok(())
}

/// What was once written to the database by a damaged disk may be anything; a terminal gets letters.
fn shown(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{FFFD}' } else { letter }).collect()
}

fn line(game: &GameRow) -> String {
    let state = match (&game.set_aside, game.over) {
        (Some(why), _) => format!("set aside: {why}"),
        (None, true) => "over".into(),
        (None, false) => "under way".into(),
    };
    let at = Timestamp::from_millisecond(game.updated_at).map_or("?".into(), |at| format!("{at:.0}"));
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".into());
    let guest = game.guest.clone().unwrap_or_default();
    let fields = [game.tag.clone(), game.id.clone(), known(&game.game), state, at, known(&game.host), guest];
    fields.map(|field| shown(&field)).join("\t")
}
