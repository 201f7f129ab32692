// SPDX-License-Identifier: MIT
// rs-trafilatura as a process. The protocol is that of runner.py.
use rs_trafilatura::{extract_bytes_with_options, Options};
use std::io::{self, BufRead, Write};

fn used() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn run(raw: &[u8], address: &str) -> Result<String, String> {
    let options = Options { url: Some(address.to_string()), ..Options::default() };
    match std::panic::catch_unwind(|| extract_bytes_with_options(raw, &options)) {
        Ok(Ok(result)) => Ok(result.content_text),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("panic".to_string()),
    }
}

fn main() {
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let fields: Vec<&str> = line.split('\t').collect();
        let raw = std::fs::read(fields[0]).unwrap();
        let start = used();
        let (text, state) = match run(&raw, fields[3]) {
            Ok(text) => (text, "ok".to_string()),
            Err(error) => (String::new(), error.split_whitespace().collect::<Vec<_>>().join(" ")),
        };
        let spent = used() - start;
        std::fs::write(fields[1], text).unwrap();
        println!("{spent:.6}\t{state}");
        io::stdout().flush().unwrap();
    }
}
