//! The names of files and folders that are made of people's words.

/// Windows' devices whose names stand alone; the others have a digit behind [`NUMBERED_DEVICES`].
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// Windows' devices of which there are several.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// The name of a file or folder as every system can have it, since folders move from one to another. What Windows takes
/// for a device, whatever ending follows, gets an underscore before it. The caller leaves out
/// the signs that no name may have.
pub fn safe_file_name(name: &str) -> String {
    if is_device(name) { format!("_{name}") } else { name.to_owned() }
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_number = |rest: &str| {
        let mut letters = rest.chars();
        letters.next().is_some_and(|letter| letter.is_ascii_digit() || "¹²³".contains(letter))
            && letters.next().is_none()
    };
    DEVICES.contains(&stem.as_str())
        || NUMBERED_DEVICES.iter().any(|device| stem.strip_prefix(device).is_some_and(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_a_device_of_windows() {
        for name in ["Con", "NUL", "aux", "prn.night.2", "con .x", "COM1", "lpt0", "com²", "CONIN$", "conout$.x"] {
            assert_eq!(safe_file_name(name), format!("_{name}"));
        }
        for name in ["", "console", "co", "com", "com10", "comb", "nul-2", "night.con", "Ночь", "_con"] {
            assert_eq!(safe_file_name(name), name);
        }
    }
}
