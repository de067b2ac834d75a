/**
 * npm run setup -- --file shop.json [--at http://localhost:3000] [--owner-link <link>]
 *
 * Sets a shop up as a file says it, by the calls of the back office of the running shop, signed in as one of its owners; asks for
 * password and code. --owner-link: the link that the start of an empty shop printed; sets the first owner's password and authenticator
 * first. What is so already is left, so the same file can be run again. docs/opening-a-shop.md has the file.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { applyShopFile, Refused, type Told } from './shop-file/apply.ts'
import { officeAt } from './shop-file/office-at.ts'
import { ShopFile } from './shop-file/shop-file.ts'

type Owner = NonNullable<ShopFile['owner']>

async function main(): Promise<boolean> {
  const { file: name, at, ownerLink } = readArguments()
  const file = readShopFile(name)
  const terminal = openTerminal()
  try {
    const office = officeAt(at, path.dirname(path.resolve(name)), file.owner?.language ?? 'en-US')
    if (ownerLink) await beginAsOwner(office, terminal, ownerLink, file.owner)
    else await signIn(office, terminal, file.owner?.email)
    const told = await applyShopFile(office, file)
    await office.post('/staff/signOut', {})
    process.stdout.write(`${linesOf(told).join('\n')}\n`)
    return told.refused.length === 0
  } finally {
    terminal.close()
  }
}

function readArguments() {
  const { values } = parseArgs({
    options: { file: { type: 'string' }, at: { type: 'string' }, 'owner-link': { type: 'string' } },
  })
  if (!values.file)
    throw new Error('Usage: npm run setup -- --file shop.json [--at http://localhost:3000] [--owner-link <link>]')
  return {
    file: values.file,
    at: values.at ?? `http://localhost:${process.env.PORT ?? 3000}`,
    ownerLink: values['owner-link'],
  }
}

/** Its parts and names are right, and its pictures are there: nothing is set before they are. */
function readShopFile(name: string): ShopFile {
  if (!existsSync(name)) throw new Error(`There is no file ${name}.`)
  const { data, error } = ShopFile.safeParse(JSON.parse(readFileSync(name, 'utf8')))
  if (error)
    throw new Error(error.issues.map(({ path: at, message }) => `${at.join('.') || name}: ${message}`).join('\n'))
  const pictures = data.stores.flatMap(({ products }) => products.flatMap((product) => product.pictures))
  const missing = pictures.filter(({ file }) => !existsSync(path.resolve(path.dirname(name), file)))
  if (missing.length > 0) throw new Error(missing.map(({ file }) => `There is no picture ${file}.`).join('\n'))
  return data
}

type Terminal = { ask(question: string): Promise<string>; askHidden(question: string): Promise<string>; close(): void }

/** What is hidden is not shown while it is typed. */
function openTerminal(): Terminal {
  let hidden = false
  const output = new Writable({
    write(bytes, _, done) {
      if (!hidden) process.stdout.write(bytes)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  return {
    async ask(question) {
      const answer = await lines.question(question)
      // What a terminal shows of the Enter.
      if (!process.stdin.isTTY) process.stdout.write('\n')
      return answer.trim()
    },
    async askHidden(question) {
      const answer = lines.question(question)
      hidden = true
      try {
        return await answer
      } finally {
        hidden = false
        process.stdout.write('\n')
      }
    },
    close: () => lines.close(),
  }
}

type Office = ReturnType<typeof officeAt>

async function signIn(office: Office, terminal: Terminal, known: string | undefined) {
  const email = known ?? (await terminal.ask('E-mail address of an owner: '))
  const password = await terminal.askHidden(`Password of ${email}: `)
  const { challenge } = await office.post<{ challenge: string }>('/staff/signIn', { email, password })
  const code = await terminal.ask('Code of the authenticator: ')
  const { token } = await office.post<{ token: string }>('/staff/confirmCode', { challenge, code })
  office.enter(token)
}

type Invitation = { authenticator: { typed: string; address: string } }

async function beginAsOwner(office: Office, terminal: Terminal, link: string, owner: Owner | undefined) {
  if (!owner) throw new Error('owner: the file names nobody who could be the first owner.')
  const begun = await office.post<{ link: string }>('/staff/beginAsOwner', { token: afterHash(link), ...owner })
  const token = afterHash(begun.link)
  const { authenticator } = await office.post<Invitation>('/staff/readInvitation', { token })
  process.stdout.write(
    `Add the shop to your authenticator app: ${authenticator.typed}\nor by the address ${authenticator.address}\n`,
  )
  const password = await terminal.askHidden('A password of your own: ')
  if (password !== (await terminal.askHidden('The same once more: ')))
    throw new Error('The passwords are not the same.')
  const code = await terminal.ask('Code of the authenticator: ')
  office.enter((await office.post<{ token: string }>('/staff/acceptInvitation', { token, password, code })).token)
}

const afterHash = (link: string) => link.slice(link.indexOf('#') + 1)

function linesOf({ set, asked, refused }: Told): string[] {
  if (set.length + asked.length + refused.length === 0) return ['Everything is as the file says.']
  return [
    ...set.map((at) => `set      ${at}`),
    ...asked.map((at) => `asked    ${at}: another person approves it (Approvals)`),
    ...refused.map((why) => `refused  ${why}`),
  ]
}

main().then(
  (good) => {
    process.exitCode = good ? 0 : 1
  },
  (error: Error) => {
    const fields = error instanceof Refused ? Object.entries(error.fields) : []
    process.stderr.write(`${[error.message, ...fields.map(([field, why]) => `${field}: ${why}`)].join('\n')}\n`)
    process.exitCode = 1
  },
)
