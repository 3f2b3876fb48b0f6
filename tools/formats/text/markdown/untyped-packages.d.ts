declare module 'markdown-it-deflist' {
  const plugin: (markdown: import('markdown-it').MarkdownIt) => void;
  export default plugin;
}
declare module 'markdown-it-emoji' {
  export const full: (markdown: import('markdown-it').MarkdownIt, options?: { readonly shortcuts: object }) => void;
}
declare module 'markdown-it-footnote' {
  const plugin: (markdown: import('markdown-it').MarkdownIt) => void;
  export default plugin;
}
declare module 'markdown-it-sub' {
  const plugin: (markdown: import('markdown-it').MarkdownIt) => void;
  export default plugin;
}
declare module 'markdown-it-sup' {
  const plugin: (markdown: import('markdown-it').MarkdownIt) => void;
  export default plugin;
}
