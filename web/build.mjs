// Bundles the third-party parts of the local page. The same package-lock.json gives the same bytes.
//
//     node build.mjs FOLDER
//
// FOLDER is made anew: editor.js, katex.js, katex.css, fonts/ and LICENSES.txt with the licence of each package
// that is in one of them.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const target = path.resolve(process.argv[2] ?? path.join(here, "../grader/web/static/built"));
const katex = path.join(here, "node_modules/katex");

rmSync(target, { recursive: true, force: true });
mkdirSync(path.join(target, "fonts"), { recursive: true });

// KaTeX gives some elements an attribute `style`, which the page's Content-Security-Policy forbids; the same rules set
// by a script are allowed. Should KaTeX put it another way, the build stops here.
const ATTRIBUTE = "node.setAttribute(attr, this.attributes[attr]);";
const BY_SCRIPT = `if (attr === "style") node.style.cssText = this.attributes[attr]; else ${ATTRIBUTE}`;
const styledByScript = {
  name: "styled-by-script",
  setup({ onLoad }) {
    onLoad({ filter: /katex\.mjs$/, namespace: "file" }, ({ path: file }) => {
      if (path.dirname(file) === here) return undefined;
      const parts = readFileSync(file, "utf8").split(ATTRIBUTE);
      if (parts.length !== 4) throw new Error(`katex.mjs sets attributes in ${parts.length - 1} places instead of 3`);
      return { contents: parts.join(BY_SCRIPT), loader: "js" };
    });
  },
};

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ["editor.mjs", "katex.mjs"],
  outdir: target,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "eof",
  metafile: true,
  plugins: [styledByScript],
  logLevel: "warning",
});

// Every browser that runs the scripts reads woff2; the other two forms of each font stay away.
const css = readFileSync(path.join(katex, "dist/katex.min.css"), "utf8");
const slim = css.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, "");
if (/\.(?:woff|ttf)\)/.test(slim)) throw new Error("katex.min.css names its fonts in another way than before");
writeFileSync(path.join(target, "katex.css"), slim);
for (const font of readdirSync(path.join(katex, "dist/fonts")).filter((name) => name.endsWith(".woff2"))) {
  cpSync(path.join(katex, "dist/fonts", font), path.join(target, "fonts", font));
}

const packages = new Set(["node_modules/katex"]);
for (const input of Object.keys(metafile.inputs)) {
  const found = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
  if (found) packages.add(found[0]);
}
writeFileSync(path.join(target, "LICENSES.txt"), licences([...packages].sort()));

function licences(folders) {
  const parts = folders.map((folder) => {
    const about = JSON.parse(readFileSync(path.join(here, folder, "package.json"), "utf8"));
    const file = path.join(here, folder, "LICENSE");
    if (!existsSync(file)) throw new Error(`${about.name} brings no LICENSE file`);
    return section(`${about.name} ${about.version} (${about.license})`, readFileSync(file, "utf8"));
  });
  parts.push(section("The fonts of KaTeX, fonts/*.woff2 (OFL-1.1)", readFileSync(path.join(here, "fonts-license.txt"), "utf8")));
  return `The files in this folder are built of the packages below.\n\n${parts.join("\n")}`;
}

function section(title, text) {
  return `${"=".repeat(100)}\n${title}\n${"=".repeat(100)}\n\n${text.replaceAll("\r\n", "\n").trim()}\n`;
}
