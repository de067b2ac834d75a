import { useState } from 'react'
import { ApiError, dataOf, get } from '../../ui/api-client.ts'

type Page<Row> = { rows: Row[]; next: string | null }

/** A list that is read page by page, as its reader asks for more. */
export function usePages<Row>(path: string, first: Page<Row>) {
  const [{ rows, next }, setPages] = useState(first)
  const [busy, setBusy] = useState(false)

  async function more() {
    if (next === null) return
    setBusy(true)
    try {
      const page = await dataOf(get<Page<Row>>(path, { after: next }))
      setPages((now) => ({ rows: [...now.rows, ...page.rows], next: page.next }))
    } catch (failure) {
      // What went wrong was said: the list stays as it is.
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
  }
  return { rows, busy, more: next === null ? null : () => void more() }
}
