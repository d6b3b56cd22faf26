// The first page: moves the token from the address to this browser's storage and goes on.

const given = new URLSearchParams(location.search);
const wanted = given.get("to") ?? "/";
const within = /^\/(?![/\\])/.test(wanted) ? wanted : "/";
try {
  localStorage.setItem("kata-token", given.get("token") ?? "");
  location.replace(within);
} catch {
  document.getElementById("trouble").hidden = false;
}
