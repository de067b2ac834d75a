/** Layout of the back office: rendered in the browser, behind the staff's own sign-in. Its code is no part of the shop's. */
import { Outlet, redirect, useMatches } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { Permission, Role } from '../../../staff/permission-rules.ts'
import { Skeleton } from '../../../ui/states.tsx'
import type { Route } from './+types/office-layout'
import './office.css'
import { officeGet } from './office-client.ts'
import { OfficeFrame } from './office-frame.tsx'
import { type Me, rememberOfficePage, staffToken } from './office-session.ts'
import { useMe } from './use-office.ts'
import { roleNames } from './words.ts'

/** What a page of the back office needs, as `export const handle: OfficeHandle = { permission: 'members.see' }`. */
export type OfficeHandle = { permission: Permission }

export const meta: Route.MetaFunction = () => [{ title: `${m.office_staff_sign_in_title()} · Karat` }]

/** Nobody who is not signed in sees more than the sign-in. */
function requireStaffPage(request: Request) {
  if (staffToken()) return
  const { pathname, search } = new URL(request.url)
  rememberOfficePage(pathname + search)
  throw redirect('/admin/login')
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [({ request }) => requireStaffPage(request)]

/** Who is signed in, as the server has it now: a token that is over leads to the sign-in. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Me> {
  requireStaffPage(request)
  try {
    return await officeGet<Me>('/staff/me', {}, { quiet: true })
  } catch (failure) {
    if (!staffToken()) throw redirect('/admin/login')
    throw failure
  }
}
clientLoader.hydrate = true as const
export const shouldRevalidate = () => false

export default function OfficeLayout() {
  return (
    <OfficeFrame>
      <Permitted />
    </OfficeFrame>
  )
}

/** The page, or why it is not shown. The calls behind it ask the same table. */
function Permitted() {
  const me = useMe()
  const needed = useMatches().flatMap(({ handle }) => (handle as Partial<OfficeHandle> | undefined)?.permission ?? [])
  if (needed.every((permission) => me.permissions.includes(permission))) return <Outlet />
  return (
    <div className="grid gap-3 py-10">
      <h1 className="office-h1">{m.office_no_permission_title()}</h1>
      <p className="text-ink-2">{m.office_no_permission_text({ roles: roleNames(me.roles as Role[]) })}</p>
    </div>
  )
}

export function HydrateFallback() {
  return (
    <div className="office">
      <div className="office-side" />
      <main className="office-main grid content-start gap-4" aria-busy="true">
        <h1 className="sr-only">{m.office_loading()}</h1>
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-20" />
        <Skeleton className="h-80" />
      </main>
    </div>
  )
}
