//! The command line: what can be typed, and its help.

use clap::{Args, Parser, Subcommand, ValueEnum};
use damier_arena::Rulebox;
use damier_arena::catalogue::{self, Entry};
use damier_arena::words;

use crate::admin::Administer;
use crate::load::Load;
use crate::serve::{Folder, Serving};

#[derive(Parser, Debug)]
#[command(name = "damier", version, about, max_term_width = 100)]
#[command(after_help = "Examples:
  damier                                         play in the browser
  damier games                                   every game and its options
  damier rules trappes                           how a game is played
  damier moves dames-10x10                       what can be played from the start
  damier show trappes --position W:W22,K5:B12,K30:O17:H0:F1
  damier why english 11-16 --position B:W18,21:B11,14
  damier perft international 10 --bench          how fast moves are generated")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the page, the API and the engine on this machine; the same as no command at all
    Serve(Serving),
    /// Recompute every roll and spin of a record, and say which hold
    Verify {
        /// The record, as downloaded; - for standard input
        record: std::path::PathBuf,
        /// The commitment that you noted when the game began; without it a record can only be consistent in itself
        #[arg(long, value_name = "HEX")]
        commitment: Option<String>,
        #[command(flatten)]
        language: InLanguage,
    },
    /// Write a copy of the database to a new file, while the server runs or not
    Backup {
        /// The new file
        file: std::path::PathBuf,
        #[command(flatten)]
        folder: Folder,
    },
    /// Look at the games of a server, set them aside, and delete games and names
    Admin(Administer),
    /// List every game: its id, names, what is odd about it, and its options
    Games {
        /// As JSON, for programs
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        language: InLanguage,
    },
    /// List every legal action, or every outcome of chance, with the position after it
    Moves(Spot),
    /// Count the positions reached after some actions
    Perft {
        #[command(flatten)]
        spot: Spot,
        /// How many actions of players
        #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
        depth: u32,
        /// One count for each first action
        #[arg(long)]
        divide: bool,
        /// Say on standard error how fast it went
        #[arg(long)]
        bench: bool,
    },
    /// Draw the board
    Show {
        #[command(flatten)]
        spot: Spot,
        #[command(flatten)]
        language: InLanguage,
    },
    /// Say whether an action is legal, and if not, which rule forbids it
    Why {
        #[command(flatten)]
        spot: Spot,
        /// The action, such as 31-27, 31x22, '*33', '+22', '-22' or pass
        #[arg(allow_hyphen_values = true)]
        action: String,
        #[command(flatten)]
        language: InLanguage,
    },
    /// Explain the rules of a game, with diagrams and everything that can be chosen
    Rules {
        #[command(flatten)]
        page: PageOf,
        #[command(flatten)]
        language: InLanguage,
    },
    /// Play random games to their end, and say who won and how fast it went
    Random {
        #[command(flatten)]
        spot: FromTheStart,
        /// How many games
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
        games: u64,
        /// Where the random numbers start
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Search a position, an outcome of chance or a record, and show the best lines with the chances of the side
    /// to move
    ///
    /// A line says how deep it was searched, its place, what it is worth from -1 (lost) to +1 (won), the chances, how many
    /// positions were looked at, and the actions. A record brings its options along; of its actions it is also told what each
    /// gave away, and how lucky every roll and spin was.
    Analyse {
        #[command(flatten)]
        spot: Spot,
        #[command(flatten)]
        depths: Depths,
    },
    /// Let two players play a match and say which is stronger
    Arena {
        #[command(flatten)]
        contest: Contest,
        #[command(flatten)]
        spot: GameOnly,
    },
    /// Search a fixed set of positions of every game; the total of positions changes with any change of the search
    Bench,
    /// Serve other programs as an engine, by the Hub protocol on standard input and output
    Hub,
    /// Train the engine's network for a game by games with itself
    Train {
        #[command(flatten)]
        spot: FromTheStart,
        #[command(flatten)]
        schooling: Schooling,
    },
    /// Play many games at once against a running server, and say how fast it is and whether anything is lost
    ///
    /// Both players and all spectators of each game are sockets of their own. Every version that is acknowledged has to be told to
    /// each of them once and in order, and in the end the server has to have exactly what it told. The code is 1 where it hasn't.
    Load(Load),
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages, one for each command
    Man {
        /// Where they go, such as /usr/local/share/man/man1
        folder: std::path::PathBuf,
    },
}

/// A game, its options and a position.
#[derive(Args, Debug)]
pub(crate) struct Spot {
    #[command(flatten)]
    chosen: FromTheStart,
    /// The position, such as W:W28,32:B23:H0:F1; the start where it's left out
    #[arg(long, value_name = "FEN")]
    pub(crate) position: Option<String>,
}

impl Spot {
    /// The game in the catalogue.
    pub(crate) fn entry(&self) -> anyhow::Result<&'static Entry> {
        Ok(catalogue::find(&self.chosen.game)?)
    }

    /// The options as a record has them.
    pub(crate) fn options_text(&self) -> String {
        self.chosen.options.join(";")
    }

    /// The options, name and value.
    pub(crate) fn options(&self) -> anyhow::Result<Vec<(String, String)>> {
        let options = self.chosen.options.iter().map(|option| match option.split_once('=') {
            Some((name, value)) => Ok((name.to_string(), value.to_string())),
            None => {
                let shown: String = option.chars().take(60).collect();
                anyhow::bail!("option: \"{shown}\": no value; expected NAME=VALUE")
            }
        });
        options.collect()
    }

    /// The game with its options.
    pub(crate) fn open(&self) -> anyhow::Result<Box<dyn Rulebox>> {
        Ok(self.entry()?.open(&self.options()?)?)
    }
}

/// The page that explains a game.
#[derive(Args, Debug)]
pub(crate) struct PageOf {
    /// The game's id; `damier games` lists them
    game: String,
    /// Only the rule with this name, as it stands in brackets behind its title
    #[arg(long, value_name = "ID")]
    pub(crate) rule: Option<String>,
}

impl PageOf {
    /// The game in the catalogue.
    pub(crate) fn entry(&self) -> anyhow::Result<&'static Entry> {
        Ok(catalogue::find(&self.game)?)
    }
}

/// What to look at, and how deep.
#[derive(Args, Debug)]
pub(crate) struct Depths {
    /// Look at every position of the game in this file instead (- for standard input), each for the given time
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) record: Option<std::path::PathBuf>,
    /// How many threads search at once; all cores where it's left out (best first, always one)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Seconds; a search that has nothing more to find ends sooner, and one best first when it has no more room
    #[arg(long, default_value_t = 5.0, value_parser = seconds)]
    pub(crate) time: f64,
    /// The deepest iteration; 60 is no limit. What is otherwise searched best first is searched by depth where this is less
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,
    /// How many of the best actions, where a player decides
    #[arg(long, default_value_t = 1, value_parser = lines)]
    pub(crate) lines: usize,
}

/// How many threads are meant: all cores where nobody says.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "expected seconds from 0.001 to 86400".into())
}

fn lines(text: &str) -> Result<usize, String> {
    let lines = text.parse().ok().filter(|lines| (1..=100).contains(lines));
    lines.ok_or_else(|| "expected a number from 1 to 100".into())
}

/// How a network is trained.
#[derive(Args, Debug)]
pub(crate) struct Schooling {
    /// The file to write; if it is there, its network has to be beaten. What is reached is kept beside it, in
    /// FILE.state, from where an interrupted training goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) out: std::path::PathBuf,
    /// How often to play, fit and try
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) generations: u32,
    /// Games with itself in each generation
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
    pub(crate) games: u32,
    /// Positions it looks at for each action in them
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) nodes: u64,
    /// Games of the match that decides whether a network is kept
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub(crate) trials: u32,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games at once; all cores where it's left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

/// A match.
#[derive(Args, Debug)]
pub(crate) struct Contest {
    /// The first player: nodes=N, time=SECONDS or depth=N for the engine; before it material, uct, random,
    /// weights=FILE or hub=COMMAND for another kind, as in 'hub=./scan hub,time=0.1,book=false'; or level=N from 1 to 10, or
    /// skill=N from -99 to 100
    pub(crate) first: String,
    /// The second player
    pub(crate) second: String,
    /// How many games; each opening is played twice with colours swapped
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    /// How many random actions an opening has; those that aren't even are drawn again
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=40))]
    pub(crate) opening: u32,
    /// Begin with every first move and every reply to it instead, as far as they are even
    #[arg(long, conflicts_with = "opening")]
    pub(crate) ballots: bool,
    /// End as soon as it is decided which of two differences in Elo fits better, wrong once in twenty times; 0,10 where
    /// none are given
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0,10"
    )]
    pub(crate) sprt: Option<String>,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games at once; all cores where it's left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Write every game to this file, one after the other; what reads a record wants a file with a single one
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<std::path::PathBuf>,
}

/// A game and its options.
#[derive(Args, Debug)]
pub(crate) struct FromTheStart {
    /// The game's id; `damier games` lists them
    game: String,
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl From<FromTheStart> for Spot {
    fn from(chosen: FromTheStart) -> Self {
        Spot { chosen, position: None }
    }
}

/// A game and its options, named by a flag.
#[derive(Args, Debug)]
pub(crate) struct GameOnly {
    /// The game's id
    #[arg(long)]
    game: String,
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl From<GameOnly> for Spot {
    fn from(only: GameOnly) -> Self {
        FromTheStart { game: only.game, options: only.options }.into()
    }
}

#[derive(Args, Debug)]
pub(crate) struct InLanguage {
    /// The language
    #[arg(long = "lang", value_enum, default_value_t = Language::En)]
    language: Language,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Language {
    /// French
    Fr,
    /// English
    En,
}

impl From<InLanguage> for words::Language {
    fn from(chosen: InLanguage) -> Self {
        match chosen.language {
            Language::Fr => words::Language::French,
            Language::En => words::Language::English,
        }
    }
}
