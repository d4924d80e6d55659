//! Files dropped on windows on Wayland, of which winit 0.30 reports none: a second queue on winit's connection follows drags.

use percent_encoding::percent_decode;
use pliant_gpu::OnWayland;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_data_device::{self, WlDataDevice};
use wayland_client::protocol::wl_data_device_manager::{DndAction, WlDataDeviceManager};
use wayland_client::protocol::wl_data_offer::{self, WlDataOffer};
use wayland_client::protocol::wl_registry::WlRegistry;
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::{
    Connection, Dispatch, EventQueue, Proxy, QueueHandle, delegate_noop, event_created_child,
};
use winit::event_loop::OwnedDisplayHandle;

/// The kind of data that is taken: a list of addresses [RFC 2483].
const ADDRESSES: &str = "text/uri-list";
/// Longest list of addresses that is read, bytes.
const LONGEST: u64 = 1 << 20;

/// The files dropped on the windows of a Wayland connection.
pub(super) struct Drops {
    queue: EventQueue<Drags>,
    drags: Drags,
}

impl Drops {
    /// Follows the drags over the windows of a display; none on other displays than Wayland's.
    pub(super) fn follow(display: OwnedDisplayHandle) -> Option<OnWayland<Self>> {
        OnWayland::new(display, |backend| {
            Self::on(&Connection::from_backend(backend))
                .inspect_err(|e| tracing::warn!("files cannot be dropped on the window ({e})"))
                .ok()
        })
    }

    /// Follows the drags of all seats of a compositor.
    fn on(connection: &Connection) -> Result<Self, Box<dyn std::error::Error>> {
        let (globals, queue) = registry_queue_init::<Drags>(connection)?;
        let handle = queue.handle();
        let manager: WlDataDeviceManager = globals.bind(&handle, 1..=3, ())?;
        let seats = globals.contents().clone_list();
        let seats = seats
            .iter()
            .filter(|global| global.interface == WlSeat::interface().name);
        for global in seats {
            let seat: WlSeat = globals.registry().bind(global.name, 1, &handle, ());
            manager.get_data_device(&seat, &handle, ());
        }
        connection.flush()?;
        Ok(Self {
            queue,
            drags: Drags::default(),
        })
    }

    /// A file that was dropped since the last call. A lost connection is reported by the event loop that reads it.
    pub(super) fn poll(&mut self) -> Option<PathBuf> {
        let _ = self.queue.dispatch_pending(&mut self.drags);
        let _ = self.queue.flush();
        let (offer, list) = self.drags.dropped.as_ref()?;
        let list = match list.try_recv() {
            Ok(list) => list,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Vec::new(),
        };
        let file = first_file(&list);
        if file.is_some() && offer.version() >= wl_data_offer::REQ_FINISH_SINCE {
            offer.finish();
        }
        offer.destroy();
        self.drags.dropped = None;
        let _ = self.queue.flush();
        if file.is_none() {
            tracing::warn!("what was dropped on the window is no file of this machine");
        }
        file
    }
}

/// The drag over a window, and the one dropped last with its list of addresses, once it is read.
#[derive(Default)]
struct Drags {
    over: Option<WlDataOffer>,
    dropped: Option<(WlDataOffer, Receiver<Vec<u8>>)>,
}

/// Whether an offer has a list of addresses.
#[derive(Default)]
struct Offer(AtomicBool);

impl Dispatch<WlDataDevice, ()> for Drags {
    event_created_child!(Drags, WlDataDevice, [
        wl_data_device::EVT_DATA_OFFER_OPCODE => (WlDataOffer, Offer::default()),
    ]);

    fn event(
        drags: &mut Self,
        _: &WlDataDevice,
        event: wl_data_device::Event,
        (): &(),
        connection: &Connection,
        _: &QueueHandle<Self>,
    ) {
        match event {
            wl_data_device::Event::Enter { serial, id, .. } => {
                drags.over = id.inspect(|offer| answer(offer, serial));
            }
            wl_data_device::Event::Leave => {
                if let Some(offer) = drags.over.take() {
                    offer.destroy();
                }
            }
            wl_data_device::Event::Drop => {
                if let Some(offer) = drags.over.take() {
                    let list = receive(&offer);
                    let _ = connection.flush();
                    if let Some((before, _)) = drags.dropped.replace((offer, list)) {
                        before.destroy();
                    }
                }
            }
            // The clipboard.
            wl_data_device::Event::Selection { id: Some(offer) } => offer.destroy(),
            _ => {}
        }
    }
}

impl Dispatch<WlDataOffer, Offer> for Drags {
    fn event(
        _: &mut Self,
        _: &WlDataOffer,
        event: wl_data_offer::Event,
        offer: &Offer,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let wl_data_offer::Event::Offer { mime_type } = event {
            offer.0.fetch_or(mime_type == ADDRESSES, Ordering::Relaxed);
        }
    }
}

impl Dispatch<WlRegistry, GlobalListContents> for Drags {
    fn event(
        _: &mut Self,
        _: &WlRegistry,
        _: <WlRegistry as Proxy>::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
    }
}

delegate_noop!(Drags: ignore WlSeat);
delegate_noop!(Drags: ignore WlDataDeviceManager);

/// Tells a drag that enters the window whether it may be dropped.
fn answer(offer: &WlDataOffer, serial: u32) {
    let has_addresses = offer
        .data::<Offer>()
        .is_some_and(|offer| offer.0.load(Ordering::Relaxed));
    offer.accept(serial, has_addresses.then(|| ADDRESSES.to_owned()));
    if has_addresses && offer.version() >= wl_data_offer::REQ_SET_ACTIONS_SINCE {
        offer.set_actions(DndAction::Copy, DndAction::Copy);
    }
}

/// Asks for the list of addresses, and reads it on a thread, since the program that the drag comes from may take its time.
fn receive(offer: &WlDataOffer) -> Receiver<Vec<u8>> {
    let (sender, list) = mpsc::channel();
    if let Ok((reader, writer)) = io::pipe() {
        offer.receive(ADDRESSES.to_owned(), writer.as_fd());
        std::thread::spawn(move || {
            let mut list = Vec::new();
            let read = reader.take(LONGEST).read_to_end(&mut list);
            let _ = read.map(|_| sender.send(list));
        });
    }
    list
}

/// The first file on this machine in a list of addresses.
fn first_file(list: &[u8]) -> Option<PathBuf> {
    let lines = list.split(|byte| matches!(byte, b'\r' | b'\n' | b'\0'));
    lines
        .filter_map(|line| {
            let address = line.strip_prefix(b"file:")?;
            let local = address.strip_prefix(b"//localhost/");
            let path = match local.or(address.strip_prefix(b"///")) {
                Some(path) => [b"/", path].concat(),
                None if address.starts_with(b"/") && !address.starts_with(b"//") => {
                    address.to_vec()
                }
                None => return None,
            };
            let path: Vec<u8> = percent_decode(&path).collect();
            Some(PathBuf::from(OsStr::from_bytes(&path)))
        })
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::net::UnixStream;
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};
    use wayland_client::protocol::wl_compositor::WlCompositor;
    use wayland_client::protocol::wl_surface::WlSurface;
    use wayland_server::backend::{ClientData, ClientId, DisconnectReason};
    use wayland_server::protocol::{
        wl_compositor, wl_data_device, wl_data_device_manager, wl_data_offer, wl_seat, wl_surface,
    };
    use wayland_server::{Client, DataInit, Display, DisplayHandle, GlobalDispatch, New, Resource};

    #[test]
    fn the_first_local_file_is_found() {
        let found = |list: &str| first_file(list.as_bytes()).map(|path| path.display().to_string());
        let list =
            "# a list\r\nhttps://example.org/a.glb\r\nfile:///tmp/my%20flag.glb\r\nfile:///b\r\n";
        assert_eq!(found(list).as_deref(), Some("/tmp/my flag.glb"));
        assert_eq!(found("file://localhost/a.glb").as_deref(), Some("/a.glb"));
        assert_eq!(found("file:/a.glb\0").as_deref(), Some("/a.glb"));
        assert_eq!(found("file://elsewhere/a.glb"), None);
        assert_eq!(found(""), None);
    }

    #[test]
    fn a_dropped_file_arrives() {
        let (file, answers) = drag(ADDRESSES, b"file:///tmp/flag.glb\r\n");
        assert_eq!(file, Some(PathBuf::from("/tmp/flag.glb")));
        assert_eq!(
            answers,
            [
                "destroys",
                "accepts text/uri-list",
                "receives",
                "finishes",
                "destroys"
            ]
        );
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let (file, answers) = drag("text/plain", b"");
        assert_eq!((file, answers), (None, vec!["destroys", "refuses"]));
        let (file, answers) = drag(ADDRESSES, b"https://example.org/flag.glb");
        assert_eq!(file, None);
        assert_eq!(
            answers,
            ["destroys", "accepts text/uri-list", "receives", "destroys"]
        );
    }

    /// Drags an offer over a window and drops it there, if it is accepted. The file that arrives, and what the window answered.
    fn drag(kind: &'static str, list: &'static [u8]) -> (Option<PathBuf>, Vec<&'static str>) {
        let (ours, theirs) = UnixStream::pair().expect("a connection");
        let answers = Arc::default();
        let compositor = Compositor {
            kind,
            list,
            surface: None,
            device: None,
            answers: Arc::clone(&answers),
        };
        let stop = AtomicBool::new(false);
        let file = std::thread::scope(|scope| {
            scope.spawn(|| compositor.serve(theirs, &stop));
            let file = window(ours);
            stop.store(true, Ordering::Relaxed);
            file
        });
        let answers = answers.lock().expect("nobody panics with it").clone();
        (file, answers)
    }

    /// What arrives within half a second at a program with one surface.
    fn window(stream: UnixStream) -> Option<PathBuf> {
        let connection = Connection::from_socket(stream).expect("a connection");
        let (globals, queue) = registry_queue_init::<Drags>(&connection).expect("globals");
        let handle = queue.handle();
        let compositor: WlCompositor = globals.bind(&handle, 1..=1, ()).expect("a compositor");
        compositor.create_surface(&handle, ());
        let mut drops = Drops::on(&connection).expect("a seat");
        let began = Instant::now();
        let mut file = None;
        while began.elapsed() < Duration::from_millis(500) {
            connection.roundtrip().expect("the connection lives");
            file = file.or(drops.poll());
            std::thread::sleep(Duration::from_millis(5));
        }
        file
    }

    delegate_noop!(Drags: ignore WlCompositor);
    delegate_noop!(Drags: ignore WlSurface);

    /// A compositor whose user drags `list`, of a kind, over the first surface.
    struct Compositor {
        kind: &'static str,
        list: &'static [u8],
        surface: Option<wl_surface::WlSurface>,
        device: Option<wl_data_device::WlDataDevice>,
        answers: Arc<Mutex<Vec<&'static str>>>,
    }

    impl Compositor {
        fn serve(mut self, stream: UnixStream, stop: &AtomicBool) {
            let mut display = Display::<Self>::new().expect("a display");
            let mut handle = display.handle();
            handle.create_global::<Self, wl_compositor::WlCompositor, _>(1, ());
            handle.create_global::<Self, wl_seat::WlSeat, _>(1, ());
            handle.create_global::<Self, wl_data_device_manager::WlDataDeviceManager, _>(3, ());
            let inserted = handle.insert_client(stream, Arc::new(Program));
            inserted.expect("the program connects");
            while !stop.load(Ordering::Relaxed) {
                display.dispatch_clients(&mut self).expect("it lives");
                display.flush_clients().expect("it lives");
                std::thread::sleep(Duration::from_millis(1));
            }
        }

        fn answered(&self, what: &'static str) {
            self.answers
                .lock()
                .expect("nobody panics with it")
                .push(what);
        }

        /// Offers the clipboard, and then the list over the surface.
        fn begin(&self, client: &Client, display: &DisplayHandle) {
            let (Some(device), Some(surface)) = (&self.device, &self.surface) else {
                panic!("the surface is made first");
            };
            let offer = || {
                let offer = client.create_resource::<wl_data_offer::WlDataOffer, _, Self>(
                    display,
                    device.version(),
                    (),
                );
                let offer = offer.expect("the client lives");
                device.data_offer(&offer);
                offer
            };
            device.selection(Some(&offer()));
            let dragged = offer();
            dragged.offer(self.kind.to_owned());
            device.enter(1, surface, 10.0, 10.0, Some(&dragged));
        }
    }

    struct Program;

    impl ClientData for Program {
        fn initialized(&self, _: ClientId) {}
        fn disconnected(&self, _: ClientId, _: DisconnectReason) {}
    }

    /// Globals that say nothing when they are bound.
    macro_rules! global {
        ($interface:ty) => {
            impl GlobalDispatch<$interface, ()> for Compositor {
                fn bind(
                    _: &mut Self,
                    _: &DisplayHandle,
                    _: &Client,
                    new: New<$interface>,
                    (): &(),
                    init: &mut DataInit<'_, Self>,
                ) {
                    init.init(new, ());
                }
            }
        };
    }
    global!(wl_compositor::WlCompositor);
    global!(wl_seat::WlSeat);
    global!(wl_data_device_manager::WlDataDeviceManager);

    /// What the compositor does at a request.
    macro_rules! requests {
        ($interface:ty, |$compositor:ident, $client:ident, $request:ident, $display:ident, $init:ident| $body:expr) => {
            impl wayland_server::Dispatch<$interface, ()> for Compositor {
                fn request(
                    $compositor: &mut Self,
                    $client: &Client,
                    _: &$interface,
                    $request: <$interface as Resource>::Request,
                    (): &(),
                    $display: &DisplayHandle,
                    $init: &mut DataInit<'_, Self>,
                ) {
                    $body
                }
            }
        };
    }
    requests!(wl_seat::WlSeat, |_c, _client, _r, _d, _i| ());
    requests!(wl_surface::WlSurface, |_c, _client, _r, _d, _i| ());
    requests!(wl_data_device::WlDataDevice, |_c, _client, _r, _d, _i| ());
    requests!(
        wl_compositor::WlCompositor,
        |compositor, _client, request, _d, init| {
            if let wl_compositor::Request::CreateSurface { id } = request {
                compositor.surface = Some(init.init(id, ()));
            }
        }
    );
    requests!(
        wl_data_device_manager::WlDataDeviceManager,
        |compositor, client, request, display, init| {
            if let wl_data_device_manager::Request::GetDataDevice { id, .. } = request {
                compositor.device = Some(init.init(id, ()));
                compositor.begin(client, display);
            }
        }
    );
    requests!(
        wl_data_offer::WlDataOffer,
        |compositor, _client, request, _d, _i| match request {
            wl_data_offer::Request::Accept {
                mime_type: Some(kind),
                ..
            } => {
                assert_eq!(kind, ADDRESSES);
                compositor.answered("accepts text/uri-list");
                compositor.device.as_ref().expect("it asks").drop();
            }
            wl_data_offer::Request::Accept {
                mime_type: None, ..
            } => compositor.answered("refuses"),
            wl_data_offer::Request::Receive { fd, .. } => {
                compositor.answered("receives");
                let mut pipe = std::fs::File::from(fd);
                pipe.write_all(compositor.list).expect("it is read");
            }
            wl_data_offer::Request::Finish => compositor.answered("finishes"),
            wl_data_offer::Request::Destroy => compositor.answered("destroys"),
            _ => {}
        }
    );
}
