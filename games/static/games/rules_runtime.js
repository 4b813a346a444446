// The rules themselves, games/rules as the server runs them, in MicroPython: questions and answers are JSON.

const HEAP = 8 * 1024 * 1024; // bytes. Swept after each answer; a bot's longest thought takes two million
const STACK = 16 * 1024;

/**
 * MicroPython with the rules in it. `program`, `wasm` and `rules` are addresses: of the vendored program's two files
 * and of the bundle of modules. `answer` asks practice.py; what goes wrong there is thrown.
 */
export async function loadRules({ program, wasm, rules }) {
  fetch(wasm).then((early) => early.arrayBuffer()).catch(() => {}); // at hand when the program asks for it
  const [{ loadMicroPython }, sources] = await Promise.all([import(program), fetchJson(rules)]);
  let printed = [];
  const print = (line) => printed.push(line);
  const python = await loadMicroPython({ url: wasm, heapsize: HEAP, pystack: STACK, stdout: print, stderr: print });
  python.FS.mkdir("/rules");
  for (const [name, source] of Object.entries(sources)) python.FS.writeFile(`/rules/${name}.py`, source);

  /** What this Python code prints. */
  function run(code) {
    printed = [];
    guarded(() => python.runPython(code));
    return printed.join("\n");
  }

  run('import sys\nsys.path.insert(0, "/")\nfrom rules.practice import answer');
  const ask = python.globals.get("answer");

  /** What practice.py says to a question. */
  function answer(question) {
    printed = [];
    const said = JSON.parse(guarded(() => ask(JSON.stringify(question))));
    if (said.error) throw Object.assign(new Error(said.error.message), said.error);
    return said;
  }

  return { answer, run, files: python.FS };
}

async function fetchJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** A mistake of ours in Python, or memory that is not to be had, is an Error with the code "broken". */
function guarded(work) {
  try {
    return work();
  } catch (error) {
    const detail = String(error.message ?? error);
    const last = detail.trim().split("\n").at(-1);
    throw Object.assign(new Error(last, { cause: error }), { code: "broken", detail });
  }
}
