use damier_rules::{
    game::Game,
    games::{self, classics::*},
    perft::perft,
};
fn go<G: Game>(n: &str, g: G, d: u32) {
    if let Some(a) = std::env::args().nth(1) {
        if a != n {
            return;
        }
    }

    for i in 1..d {
        print!("{} ", perft(&g, &g.start(), i));
    }
    let t = std::time::Instant::now();
    let c = perft(&g, &g.start(), d);
    let s = t.elapsed().as_secs_f64();
    println!("{n} {c} {:.1} M/s", c as f64 / s / 1e6);
}
fn main() {
    go("dames-8x8", games::dames_8x8::usual(), 11);
    go("dames-8x8r", games::dames_8x8::Options::default().game(), 11);
    go("dames-10x10", games::dames_10x10::Options::default().game(), 7);
    go("damsystem", games::damsystem::Options::default().game().unwrap(), 7);
    go("trappes", games::trappes::Options::default().game().unwrap(), 7);
    go("dame-2000", games::dame_2000::Options::basic().game().unwrap(), 8);
    go("dame-2000-variant", games::dame_2000::Options::variant().game().unwrap(), 8);
    go("international", International::game(), 10);
    go("english", English::game(), 11);
    go("russian", Russian::game(), 11);
    go("pool", Pool::game(), 11);
    go("brazilian", Brazilian::game(), 11);
    go("italian", Italian::game(), 11);
    go("spanish", Spanish::game(), 11);
    go("czech", Czech::game(), 11);
    go("thai", Thai::game(), 11);
    go("frisian", Frisian::game(), 10);
    go("canadian", Canadian::game(), 8);
    go("turkish", Turkish::game(), 7);
}
