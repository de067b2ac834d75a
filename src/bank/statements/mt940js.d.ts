/** The parts of mt940js that are used: it has no types of its own. */
declare module 'mt940js' {
  type Tag = { id: number | string; data: string }
  export class Parser {
    constructor(options?: { no86Structure?: boolean })
    parse(
      text: string,
      withTags: true,
    ): { tags: Tag[]; transactions: { structuredDetails?: Record<string, string> }[] }[]
  }
}
