/** A certificate for localhost, made for one test run: nothing secret lies in the repository, nothing runs out. */
import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const [high, low] = [body.length >> 8, body.length & 255]
  // As short as it can be said: browsers take nothing longer.
  const length = body.length < 128 ? [low] : high === 0 ? [0x81, low] : [0x82, high, low]
  return Buffer.concat([Buffer.of(tag, ...length), body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utc = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
const pem = (kind: string, bytes: Buffer) =>
  `-----BEGIN ${kind}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`

export function localCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(identifier('2a8648ce3d040302'))
  const name = sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from('localhost')))))
  const day = 86_400_000
  const extension = (id: string, value: Buffer) => sequence(identifier(id), der(0x04, value))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    sequence(utc(new Date(Date.now() - day)), utc(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension('551d11', sequence(der(0x82, Buffer.from('localhost')))),
        extension('551d13', sequence(der(0x01, Buffer.of(255)))),
      ),
    ),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', sequence(content, algorithm, signature)),
  }
}
