/** npm run bench:sign-ins: the flood of sign-ins of `npm run bench` by itself. */
import { startBuiltProduct } from '../scripts/built-product.ts'
import { measureSignIns } from './flood-sign-ins.ts'

const product = await startBuiltProduct({ durable: true, environment: { TRUST_PROXY: '127.0.0.1' } })
try {
  process.stdout.write(`${await measureSignIns(`http://127.0.0.1:${product.port}`)}\n`)
} finally {
  await product.stop()
}
