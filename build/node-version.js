// Imported before a script (`node --import ./build/node-version.js …`): an older Node cannot even read the scripts,
// and would say so in words that help nobody.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Carrel needs Node 22.18 or newer; this is ${process.versions.node}. See https://nodejs.org.`,
  );
  process.exit(1);
}
