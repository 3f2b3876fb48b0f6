declare module 'mathjax' {
  /** A node of MathJax's own small document. */
  type LiteNode = { readonly __brand: 'LiteNode' };
  interface MathJaxApi {
    init(configuration: Readonly<Record<string, unknown>>): Promise<void>;
    mathml2svgPromise(mathml: string, options: { readonly display: boolean }): Promise<LiteNode>;
    readonly startup: {
      readonly adaptor: { firstChild(node: LiteNode): LiteNode; outerHTML(node: LiteNode): string };
    };
  }
  const mathJax: MathJaxApi;
  export default mathJax;
}
