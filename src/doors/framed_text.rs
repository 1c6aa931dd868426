//! Texts over a stream of QUIC: four bytes of length, low byte first, and that many of UTF-8; and how much of a
//! connection that carries them may wait to be read.

use iroh::endpoint::{QuicTransportConfig, RecvStream, SendStream, VarInt};
use n0_future::time::timeout;
use std::time::Duration;

/// The most bytes of a text.
pub const MAX_TEXT_BYTES: usize = 16 * 1024;
/// The most bytes of a stream, and of a connection, that wait to be read: some texts.
const WINDOW: u32 = 128 * 1024;
/// How long the other program may take to make room for a text.
const TAKEN: Duration = Duration::from_secs(10);

/// What a connection that carries texts may have: one stream each way, and no more that waits to be read than some
/// texts. By the library's own measure it would be hundreds of streams, of a megabyte each.
pub(super) fn connection_limits() -> QuicTransportConfig {
    QuicTransportConfig::builder()
        .max_concurrent_bidi_streams(VarInt::from_u32(1))
        .max_concurrent_uni_streams(VarInt::from_u32(0))
        .stream_receive_window(VarInt::from_u32(WINDOW))
        .receive_window(VarInt::from_u32(WINDOW))
        .datagram_receive_buffer_size(Some(WINDOW as usize))
        .build()
}

/// Reads a text. The inner error says why what came is no text; the outer one, why nothing more comes.
pub(super) async fn read_text(receiver: &mut RecvStream) -> Result<Result<String, String>, String> {
    let mut length = [0; 4];
    receiver.read_exact(&mut length).await.map_err(|error| error.to_string())?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_TEXT_BYTES {
        return Ok(Err(format!("a text of {length} bytes, and {MAX_TEXT_BYTES} is the most")));
    }
    let mut bytes = vec![0; length];
    receiver.read_exact(&mut bytes).await.map_err(|error| error.to_string())?;
    Ok(String::from_utf8(bytes).map_err(|_| "a text that is not UTF-8".to_owned()))
}

/// Writes a text. Whoever takes none for ten seconds is as good as gone.
pub(super) async fn write_text(sender: &mut SendStream, text: &str) -> Result<(), String> {
    let bytes = [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
    match timeout(TAKEN, sender.write_all(&bytes)).await {
        Ok(written) => written.map_err(|error| error.to_string()),
        Err(_) => Err("the other takes nothing any more".to_owned()),
    }
}
