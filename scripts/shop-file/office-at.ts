/** The calls of a running shop's back office, for commands. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Office, Refused } from './apply.ts'

type Answer<T> = { status: string; message?: string; error?: string | null; data: T }

/** `folder`: where the files stand that are sent. Nobody is signed in before `enter`. */
export function officeAt(address: string, folder: string, language: string): Office & { enter(token: string): void } {
  let bearer: string | null = null
  async function call<T>(url: string, init: RequestInit & { headers?: Record<string, string> }): Promise<T> {
    const own = { ...init.headers, language, ...(bearer && { authorization: `Bearer ${bearer}` }) }
    const answer = await fetch(`${address}/api/admin${url}`, { ...init, headers: own }).catch(() => {
      throw new Error(`There is no shop at ${address}: start it, or name its address with --at.`)
    })
    const body = (await answer.json()) as Answer<T>
    if (body.status === 'success') return body.data
    const { fields = {}, missing } = (body.data ?? {}) as { fields?: Record<string, string>; missing?: string[] }
    const said = `${body.message ?? body.error}${missing ? ` (${missing.join(', ')})` : ''}`
    throw new Refused(said, body.error ?? null, fields)
  }
  const headers = () => ({ 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() })
  return {
    enter: (token) => {
      bearer = token
    },
    get: (url, query = {}) => call(`${url}?${new URLSearchParams(query)}`, { method: 'GET' }),
    post: (url, body) => call(url, { method: 'POST', headers: headers(), body: JSON.stringify(body) }),
    upload: (url, fields, file) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('file', new Blob([readFileSync(path.resolve(folder, file))]), path.basename(file))
      return call(url, { method: 'POST', body: form })
    },
  }
}
