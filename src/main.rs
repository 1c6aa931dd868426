//! The program: hands the command line over.

use std::process::ExitCode;

fn main() -> ExitCode {
    korobka::cli::main(std::env::args_os())
}
