/** Every other converter of the registry that installs and runs here: what it is called, and how it is used. */
const PEERS = {
  'slackify-markdown': (module) => module.slackifyMarkdown,
  'md-to-slack': (module) => module.markdownToSlack,
  '@tryfabric/mack': (module) => module.markdownToBlocks,
  '@instantish/mack': (module) => module.markdownToBlocks,
  'markdown-to-slack-blocks': (module) => module.markdownToBlocks,
  'md-to-slack-blocks': (module) => module.markdownToSlackBlocks,
};

export const peerNames = Object.keys(PEERS);

/** A peer's function from Markdown to whatever it makes, a text or blocks, perhaps a promise of it. */
export async function loadPeer(name) {
  return PEERS[name](await import(name));
}
