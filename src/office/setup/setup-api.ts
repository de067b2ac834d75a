/** Setting a shop up: its store, what is missing, and opening it. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { sendTestMail } from './send-test-mail.ts'
import { describeSetup, makeStore, openStore } from './set-up-store.ts'
import * as shapes from './setup-contract.ts'

const tags = ['office: setup']
const once = { access: 'staff', permission: 'shop.set_up', once: true } as const

export function setupApi(door: Door, karat: Karat): void {
  door.get(
    '/setup/list',
    {
      config: { access: 'staff', permission: 'shop.set_up' },
      schema: { tags, summary: 'Every store with what it still needs', response: { 200: shapes.Setup } },
    },
    () => describeSetup(karat),
  )
  door.post(
    '/setup/makeStore',
    {
      config: once,
      schema: { tags, summary: 'A store, closed', body: shapes.MakeStore, response: { 200: shapes.StoreMade } },
    },
    (request) => makeStore(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/setup/testMail',
    {
      config: once,
      schema: { tags, summary: 'A letter to oneself, by the mail server', response: { 200: shapes.TestMailTold } },
    },
    (request) => sendTestMail(karat, requireStaff(request), staffOnce(request)),
  )
  door.post(
    '/setup/open',
    {
      config: once,
      schema: { tags, summary: 'It sells from now on', body: shapes.OpenStore, response: { 200: shapes.StoreOpened } },
    },
    (request) => openStore(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
