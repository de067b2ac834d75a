/** A name stands in subjects, letters, papers and logs: it is one line everywhere. */
import { expect, test } from 'vitest'
import { ContactUs, SendTestimonial } from '../community/contract.ts'
import { SaveAddress } from '../delivery/contract.ts'
import { RealNameAuth } from '../kyc/contract.ts'
import { BindBankCard } from '../payouts/contract.ts'
import { InviteStaff } from '../staff/contract.ts'
import { Signup } from './contract.ts'
import { AddPasskey } from './passkey-contract.ts'
import { EditUser } from './personal-contract.ts'

const fields = {
  'sign-up name': Signup.shape.name,
  'own name': EditUser.shape.name,
  'passkey name': AddPasskey.shape.name,
  'staff name': InviteStaff.shape.name,
  'name of the card': RealNameAuth.shape.name,
  'account holder': BindBankCard.shape.holder,
  recipient: SaveAddress.shape.recipient,
  'address label': SaveAddress.shape.label,
  street: SaveAddress.shape.street,
  'contact name': ContactUs.shape.name,
  'testimonial town': SendTestimonial.shape.place,
}

test.each(Object.entries(fields))('%s takes letters of every language, and no control character', (_, field) => {
  for (const name of ['Ratna Wulandari', 'Nguyễn Thị Ánh', '林美玲', 'O’Neill-Sjöberg Jr.'])
    expect(field.safeParse(name).success, name).toBe(true)
  for (const bad of ['\r', '\n', '\r\nBcc: x@example.com', '\t', '\u0000', '\u001b[31m', '\u0085', '\u2028'])
    expect(field.safeParse(`Ratna${bad} Wulandari`).success, JSON.stringify(bad)).toBe(false)
})
