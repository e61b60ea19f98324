// Starts `hence lsp`, and tells VS Code which documents are for it. Everything else is the language server's.

const { commands, window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function made() {
  const [command, ...args] = workspace.getConfiguration("hence").get("command");
  const run = { command, args, transport: TransportKind.stdio };
  const documentSelector = ["latex", "tex", "markdown"].flatMap((language) => [
    { language, scheme: "file" },
    { language, scheme: "untitled" },
  ]);
  return new LanguageClient("hence", "hence", { run, debug: run }, { documentSelector });
}

async function start() {
  client = made();
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`hence could not be started (${error.message}). Is it installed with its extra [lsp]?`);
  }
}

async function activate(context) {
  const restart = commands.registerCommand("hence.restart", async () => {
    await client?.stop();
    await start();
  });
  context.subscriptions.push(restart);
  await start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
