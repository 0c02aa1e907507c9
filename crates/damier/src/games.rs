//! `damier games`: the catalogue.

use std::io::Write;

use damier_arena::catalogue::{self, Entry, Family, HouseRule, Text, Values};
use damier_arena::words::Language;
use serde::Serialize;

#[derive(Serialize)]
struct GameJson {
    id: &'static str,
    name: TextJson,
    sentence: TextJson,
    family: &'static str,
    game_type: &'static str,
    options: Vec<OptionJson>,
}

#[derive(Serialize)]
struct OptionJson {
    name: &'static str,
    default: &'static str,
    meaning: TextJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<ValueJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[u16; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<FormJson>,
}

#[derive(Serialize)]
struct ValueJson {
    value: &'static str,
    meaning: TextJson,
}

#[derive(Serialize)]
struct FormJson {
    example: &'static str,
    meaning: TextJson,
}

#[derive(Serialize)]
struct TextJson {
    fr: &'static str,
    en: &'static str,
}

impl From<Text> for TextJson {
    fn from(text: Text) -> Self {
        TextJson { fr: text.fr, en: text.en }
    }
}

impl From<&HouseRule> for OptionJson {
    fn from(rule: &HouseRule) -> Self {
        let mut json = OptionJson {
            name: rule.name,
            default: rule.default,
            meaning: rule.meaning.into(),
            values: None,
            range: None,
            form: None,
        };
        match &rule.values {
            Values::Choices(choices) => {
                let value = |choice: &catalogue::Choice| ValueJson {
                    value: choice.value,
                    meaning: choice.meaning.into(),
                };
                json.values = Some(choices.iter().map(value).collect());
            }
            Values::Number { least, most } => json.range = Some([*least, *most]),
            Values::Form { example, meaning } => {
                json.form = Some(FormJson { example, meaning: (*meaning).into() });
            }
        }
        json
    }
}

impl From<&Entry> for GameJson {
    fn from(entry: &Entry) -> Self {
        GameJson {
            id: entry.id,
            name: entry.name.into(),
            sentence: entry.sentence.into(),
            family: match entry.family {
                Family::Sheet => "sheet",
                Family::Classic => "classic",
            },
            game_type: entry.game_type,
            options: entry.options.iter().map(OptionJson::from).collect(),
        }
    }
}

pub(crate) fn run(json: bool, language: Language) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    if json {
        let games: Vec<GameJson> = catalogue::all().iter().map(|entry| GameJson::from(*entry)).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&games)?)?;
        return Ok(());
    }
    let bold = anstyle::Style::new().bold();
    let dim = anstyle::Style::new().dimmed();
    for entry in catalogue::all() {
        let say = |text: Text| text.in_language(language);
        writeln!(out, "{bold}{}{bold:#}  {}", entry.id, say(entry.name))?;
        writeln!(out, "    {}", say(entry.sentence))?;
        for rule in entry.options {
            writeln!(out, "    --option {}={}  {dim}{}{dim:#}", rule.name, rule.default, say(rule.meaning))?;
            match &rule.values {
                Values::Choices(choices) => {
                    for choice in *choices {
                        writeln!(out, "        {}  {dim}{}{dim:#}", choice.value, say(choice.meaning))?;
                    }
                }
                Values::Number { least, most } => writeln!(out, "        {least} … {most}")?,
                Values::Form { example, meaning } => {
                    let such_as = match language {
                        Language::French => "comme",
                        Language::English => "such as",
                    };
                    writeln!(out, "        {dim}{} {such_as}{dim:#} {example}", say(*meaning))?;
                }
            }
        }
    }
    Ok(())
}
