// The first page: moves the token from the address to this browser's storage and goes on.

const given = new URLSearchParams(location.search);
const wanted = given.get("to") ?? "/";
const there = URL.canParse(wanted, location) ? new URL(wanted, location) : null;
const within = wanted.startsWith("/") && there?.origin === location.origin ? there.href : "/";
try {
  localStorage.setItem("kata-token", given.get("token") ?? "");
  location.replace(within);
} catch {
  document.getElementById("trouble").hidden = false;
}
