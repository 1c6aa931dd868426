//! A [`Link`]'s form in a browser: a Web Worker from the page's own host, which somebody else wrote. What the Tetris
//! Bot Protocol says in lines goes to a worker as objects, by `assets/web/bots.js`.

use super::browser::error_in_words;
use super::link::{LONGEST_LINE, Link, MAX_WAITING_LINES, ProcessorUse, ProgramOutput};
use crate::tbp::BotCommand;
use crate::tbp::message::shortened;
use std::io;
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Starts the worker at an address and gives its number. Throws one line about an address that cannot be a
    /// worker's. A worker of which more than `most` lines wait is broken.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = openBot, catch)]
    fn open_bot(address: &str, most: f64) -> Result<f64, JsValue>;
    /// Sends the worker with this number a line, which is JSON.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = tellBot)]
    fn tell_bot(bot: f64, line: &str);
    /// The next line of the worker with this number; `None` while it says nothing. Throws one line about a
    /// worker that is broken.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = hearBot, catch)]
    fn hear_bot(bot: f64) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = closeBot)]
    fn close_bot(bot: f64);
}

/// A bot that is a Web Worker. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct BrowserBot {
    number: f64,
    farewell: String,
    /// What is wrong with it, in one line; `None` if nothing is.
    broken: Option<String>,
    over: bool,
}

impl BrowserBot {
    /// Starts the worker whose address the command's program is. A worker takes no arguments: those are left out.
    pub(super) fn start(command: &BotCommand, farewell: String) -> io::Result<Self> {
        let number = open_bot(&command.program, MAX_WAITING_LINES as f64)
            .map_err(|error| io::Error::other(error_in_words(&error)))?;
        Ok(Self { number, farewell, broken: None, over: false })
    }
}

impl Link for BrowserBot {
    fn send(&mut self, line: String) {
        if !self.over {
            tell_bot(self.number, &line);
        }
    }

    /// Gives the worker's next line, and waits for nothing: what a worker says comes between two frames.
    fn poll(&mut self, _: Duration) -> Option<ProgramOutput> {
        if self.over {
            return Some(ProgramOutput::Closed);
        }
        match hear_bot(self.number) {
            Ok(Some(line)) if line.len() as u64 > LONGEST_LINE => Some(ProgramOutput::Endless),
            Ok(line) => line.map(|line| ProgramOutput::Line(line.into_bytes())),
            Err(error) => {
                // What a script throws may have several lines.
                self.broken.get_or_insert(shortened(&error_in_words(&error)));
                Some(ProgramOutput::Closed)
            }
        }
    }

    /// Does nothing: a page cannot halt a worker.
    fn set_halted(&mut self, _: bool) {}

    fn processor_use(&self) -> Option<ProcessorUse> {
        None
    }

    fn end(&mut self) -> String {
        if !self.over {
            let farewell = std::mem::take(&mut self.farewell);
            self.send(farewell);
            self.over = true;
            close_bot(self.number);
        }
        self.broken.clone().unwrap_or_else(|| "its worker was ended".to_owned())
    }
}

impl Drop for BrowserBot {
    fn drop(&mut self) {
        self.end();
    }
}
