import { keepLinkCodes } from './link-codes.ts'

/**
 * The server leaves out of an address what the page does not read (page-fields.ts), and says what it read. Before React reads
 * it as well, the codes of a link are kept and the address becomes the one that is shown.
 */
export function shownAddress() {
  keepLinkCodes(location.search)
  const { search = location.search } = document.documentElement.dataset
  if (search !== location.search) history.replaceState(history.state, '', location.pathname + search + location.hash)
}
