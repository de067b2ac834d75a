import { drawQr } from '../credentials/draw-qr.ts'
import type { Payment } from './contract.ts'

/** Where and how it is paid, while it can be. */
export function viewWay({ method, state, pay_url, pay_code }: Payment) {
  if (state !== 'pending') return { pay_url: null, number: null, qr: null }
  return {
    pay_url,
    number: method === 'va' ? pay_code : null,
    qr: method === 'qris' && pay_code ? drawQr(pay_code, 'M') : null,
  }
}
