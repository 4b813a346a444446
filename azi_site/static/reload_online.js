// A page that stands in for another one while there is no network: once the device says that there is,
// that one comes. A server that was away is tried by hand.

addEventListener("online", () => location.reload());
