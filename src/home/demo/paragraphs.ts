/** A longer text as content keeps it: an empty line between its parts; parts that begin with `- ` stand together as a list. */
export const paragraphs = (...parts: string[]): string =>
  parts.reduce((text, part, place) => {
    const inList = part.startsWith('- ') && parts[place - 1]?.startsWith('- ')
    return place === 0 ? part : `${text}${inList ? '\n' : '\n\n'}${part}`
  }, '')

/** What stands on a line of its own each. */
export const lines = (...each: string[]): string => each.join('\n')
