declare module 'mathjax' {
  /** A node of MathJax's own small document. */
  type LiteNode = { readonly __brand: 'LiteNode' };
  interface MathJaxApi {
    init(configuration: Readonly<Record<string, unknown>>): Promise<void>;
    mathml2svgPromise(mathml: string, options: { readonly display: boolean }): Promise<LiteNode>;
    tex2svgPromise(tex: string, options: { readonly display: boolean }): Promise<LiteNode>;
    tex2mmlPromise(tex: string, options: { readonly display: boolean }): Promise<string>;
    readonly startup: {
      readonly adaptor: { firstChild(node: LiteNode): LiteNode; outerHTML(node: LiteNode): string };
      /** Makes the parsers and the output again, without what was defined. */
      getComponents(): void;
      /** Makes the methods for them. */
      makeMethods(): void;
    };
  }
  const mathJax: MathJaxApi;
  export default mathJax;
}
