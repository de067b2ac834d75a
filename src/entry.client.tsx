/** Brings a server-rendered page to life in the language it was rendered in. */
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { overwriteGetLocale } from './locale/paraglide/runtime.js'
import type { Language } from './ui/language.ts'
import { awaitPerson } from './ui/late-part.ts'
import { hasLinkCodes } from './ui/link-codes.ts'
import { logTrouble } from './ui/log-trouble.ts'
import { guardReloads } from './ui/reload-guard.ts'
import { mirrorCookies } from './ui/session.ts'
import { mindSession } from './ui/session-end.ts'
import { shownAddress } from './ui/shown-address.ts'
import { tellLanguage } from './ui/tell-language.ts'

function start() {
  overwriteGetLocale(() => document.documentElement.lang as Language)
  guardReloads()
  shownAddress()
  mirrorCookies()
  mindSession()
  tellLanguage()
  awaitPerson()
  if (hasLinkCodes()) void import('./ui/count-visits.ts').then(({ countVisits }) => countVisits())
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  })
}

/** A start that fails is logged and rethrown (seed §4). */
try {
  start()
} catch (error) {
  logTrouble('the page did not start', error)
  throw error
}
