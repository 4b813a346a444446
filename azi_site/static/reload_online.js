// A page that stands in for another one while there is no network: once there is, that one comes.

addEventListener("online", () => location.reload());
