//! What an interface can set: the game and its options, threads, memory.

use damier_arena::catalogue::{self, Entry, Variant};
use damier_notation::hub::Line;
use damier_notation::record::{OPTIONS_TAG, Record};

use super::Opened;

/// Megabytes of the table, and how many there may be.
const MEGABYTES: usize = 64;
const MOST_MEGABYTES: usize = 1 << 14;
const MOST_THREADS: usize = 256;
/// Slots of the table in a megabyte.
const SLOTS: usize = (1 << 20) / 16;
/// The longest text of options.
const LONGEST_OPTIONS: usize = 4096;

/// The parameters and their values.
#[derive(Clone, Debug)]
pub(super) struct Params {
    entry: &'static Entry,
    options: String,
    threads: usize,
    megabytes: usize,
    ponder: bool,
}

impl Params {
    /// The usual values; the game is the one that the protocol calls normal.
    pub(super) fn new() -> anyhow::Result<Self> {
        let entry = catalogue::find_variant("normal");
        let entry = entry.ok_or_else(|| anyhow::anyhow!("no game is the normal one"))?;
        Ok(Params { entry, options: String::new(), threads: 1, megabytes: MEGABYTES, ponder: false })
    }

    /// The lines that declare them.
    pub(super) fn declared(&self) -> Vec<Line> {
        let param = |name: &str, value: &dyn std::fmt::Display, kind: &str| {
            Line::new("param").with("name", name).with("value", value).with("type", kind)
        };
        let variants: Vec<&str> = catalogue::all().iter().map(|entry| entry.variant().name).collect();
        vec![
            param("variant", &self.variant().name, "enum").with("values", variants.join(" ")),
            param("options", &self.options, "string"),
            param("threads", &self.threads, "int").with("min", 1).with("max", MOST_THREADS),
            param("tt-size", &self.megabytes, "int").with("min", 1).with("max", MOST_MEGABYTES),
            param("ponder", &self.ponder, "bool"),
        ]
    }

    /// The same with one value changed. Another game begins with its usual options.
    pub(super) fn with(&self, name: &str, value: &str) -> Result<Self, String> {
        let mut params = self.clone();
        let wrong = |expected: &str| {
            let shown: String = value.chars().take(60).collect();
            Err(format!("set-param: {name}: \"{shown}\"; expected {expected}"))
        };
        let number = |most: usize| value.parse().ok().filter(|number| (1..=most).contains(number));
        match name {
            "variant" => match catalogue::find_variant(value) {
                Some(entry) if entry.id == self.entry.id => {}
                Some(entry) => (params.entry, params.options) = (entry, String::new()),
                None => {
                    let names: Vec<&str> =
                        catalogue::all().iter().map(|entry| entry.variant().name).collect();
                    return wrong(&format!("one of {}", names.join(", ")));
                }
            },
            "options" if value.len() > LONGEST_OPTIONS => {
                return wrong(&format!("at most {LONGEST_OPTIONS} bytes"));
            }
            "options" => params.options = value.into(),
            "threads" => match number(MOST_THREADS) {
                Some(threads) => params.threads = threads,
                None => return wrong(&format!("a whole number from 1 to {MOST_THREADS}")),
            },
            "tt-size" => match number(MOST_MEGABYTES) {
                Some(megabytes) => params.megabytes = megabytes,
                None => return wrong(&format!("megabytes from 1 to {MOST_MEGABYTES}")),
            },
            "ponder" => match value {
                "true" => params.ponder = true,
                "false" => params.ponder = false,
                _ => return wrong("true or false"),
            },
            _ => {
                let shown: String = name.chars().take(60).collect();
                return Err(format!(
                    "set-param: \"{shown}\": unknown; expected variant, options, threads, tt-size or ponder"
                ));
            }
        }
        Ok(params)
    }

    /// Opens the game.
    pub(super) fn open(&self) -> anyhow::Result<Opened> {
        let record = Record { tags: vec![(OPTIONS_TAG.into(), self.options.clone())], ..Record::default() };
        Ok(Opened { game: self.entry.open(&record.options())?, net: self.entry.net() })
    }

    /// Whether the game is the same.
    pub(super) fn has_game_of(&self, other: &Params) -> bool {
        self.entry.id == other.entry.id && self.options == other.options
    }

    pub(super) fn variant(&self) -> Variant {
        self.entry.variant()
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    pub(super) fn ponders(&self) -> bool {
        self.ponder
    }

    pub(super) fn megabytes(&self) -> usize {
        self.megabytes
    }

    pub(super) fn table_slots(&self) -> usize {
        self.megabytes * SLOTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_before_they_count() {
        let params = Params::new().unwrap();
        assert_eq!(params.variant().name, "normal");
        for (name, value) in [
            ("variant", "chess"),
            ("threads", "0"),
            ("threads", "many"),
            ("tt-size", "100000"),
            ("ponder", "yes"),
            ("speed", "9"),
        ] {
            let error = params.with(name, value).unwrap_err();
            assert!(error.contains(name) && error.contains("expected"), "{error}");
        }
        assert!(params.with("options", "speed=9").unwrap().open().is_err());
        let frisian = params.with("variant", "frisian").unwrap().with("tt-size", "2").unwrap();
        assert_eq!((frisian.variant().name, frisian.table_slots()), ("frisian", 1 << 17));
        assert!(!frisian.has_game_of(&params));
        let declared: Vec<String> = frisian.declared().iter().map(Line::to_string).collect();
        assert!(
            declared[0].starts_with("param name=variant value=frisian type=enum values=\""),
            "{declared:?}"
        );
        assert_eq!(declared[3], "param name=tt-size value=2 type=int min=1 max=16384");
    }

    #[test]
    fn options_belong_to_their_game() {
        let thai = Params::new().unwrap().with("variant", "thai").unwrap().with("options", "men=8").unwrap();
        assert!(thai.open().is_ok());
        assert!(thai.with("variant", "thai").unwrap().has_game_of(&thai));
        assert!(thai.with("variant", "english").unwrap().open().is_ok(), "another game begins without them");
    }
}
