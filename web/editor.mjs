// The code editor of the page: CodeMirror with what Python needs. Colours are those of page.css.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, Prec } from "@codemirror/state";
import {
  EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap,
  lineNumbers, rectangularSelection,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const outside = Annotation.define();

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "0.875rem", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--text)", padding: "0.75rem 0" },
  ".cm-line": { padding: "0 1rem 0 0.5rem" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "none", paddingLeft: "0.5rem" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--here)" },
  ".cm-activeLineGutter": { color: "var(--text)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "var(--selected)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--match)" },
  "&.cm-focused .cm-matchingBracket, .cm-matchingBracket": {
    backgroundColor: "var(--match)", outline: "1px solid var(--muted)",
  },
  "&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket": {
    backgroundColor: "var(--bad-bg)", outline: "1px solid var(--bad)",
  },
  ".cm-searchMatch": { backgroundColor: "var(--match)", outline: "1px solid var(--muted)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--selected)" },
  ".cm-panels": { backgroundColor: "var(--bg)", color: "var(--text)", zIndex: "2" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "0.5rem 2rem 0.5rem 0.75rem", fontSize: "0.875rem" },
  ".cm-panel.cm-search label": { fontSize: "0.8125rem", display: "inline-flex", alignItems: "center", gap: "0.25rem" },
  ".cm-textfield": {
    backgroundColor: "var(--surface)", color: "var(--text)", border: "1px solid var(--edge)", borderRadius: "5px",
    padding: "0.2rem 0.45rem", fontSize: "0.8125rem",
  },
  ".cm-button": {
    backgroundImage: "none", backgroundColor: "var(--surface)", color: "var(--text)", border: "1px solid var(--edge)",
    borderRadius: "5px", fontSize: "0.8125rem", padding: "0.2rem 0.55rem",
  },
  ".cm-button:active": { backgroundImage: "none", backgroundColor: "var(--code)" },
  ".cm-panel.cm-search [name=close]": { color: "var(--text)", fontSize: "1.1rem", top: "0.35rem", right: "0.6rem" },
  ".cm-specialChar": { color: "var(--bad)" },
});

/**
 * Put an editor into `parent`.
 *
 * `onChange` is called after every change that the user made, `onRun` and `onSave` for their keys. Line ends are
 * "\n" in all texts that come and go.
 */
export function createEditor({ parent, label, describedBy, nonce, onChange, onRun, onSave }) {
  const writing = new Compartment();
  const called = (act) => () => (act(), true);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        EditorView.cspNonce.of(nonce),
        Prec.highest(keymap.of([
          { key: "Mod-Enter", run: called(onRun) },
          { key: "Ctrl-Enter", run: called(onRun) },
          { key: "Mod-s", run: called(onSave), preventDefault: true },
        ])),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        highlightSpecialChars(),
        highlightSelectionMatches({ minSelectionLength: 2 }),
        history(),
        drawSelection(),
        dropCursor(),
        rectangularSelection(),
        EditorState.allowMultipleSelections.of(true),
        EditorState.tabSize.of(4),
        indentUnit.of("    "),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        search({ top: true }),
        python(),
        // Quotes close by hand: a fluent typist's closing """ would come out as five of them.
        Prec.highest(EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "[", "{"] } }])),
        syntaxHighlighting(classHighlighter),
        // Escape, then Tab leaves the editor, also where Escape had a selection to end.
        Prec.high(keymap.of([{ key: "Escape", run: (view) => (view.setTabFocusMode(2000), false) }])),
        keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": describedBy, tabindex: "0" }),
        writing.of([]),
        look,
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((each) => each.annotation(outside))) onChange();
        }),
      ],
    }),
  });

  return {
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    /** Keep the cursor in sight when there is less room than before. */
    reveal() {
      if (view.hasFocus) view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main) });
    },
    setReadOnly(readOnly) {
      const what = [EditorState.readOnly.of(true), EditorView.contentAttributes.of({ "aria-readonly": "true" })];
      view.dispatch({ effects: writing.reconfigure(readOnly ? what : []) });
    },
    /** Take a text from outside: only what differs is replaced, so the cursor and the place stay. */
    setText(text) {
      const old = view.state.doc.toString();
      if (old === text) return;
      const most = Math.min(old.length, text.length);
      let from = 0;
      while (from < most && old[from] === text[from]) from += 1;
      let end = 0;
      while (end < most - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
      view.dispatch({
        changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) },
        annotations: outside.of(true),
      });
    },
  };
}
