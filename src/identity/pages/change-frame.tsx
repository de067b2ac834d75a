/** A page on which something changes that guards the account, with what follows from it. */
import type { ReactNode } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'

export const ChangeFrame = ({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) => (
  <div className="max-w-[560px]">
    <PageTitle>{title}</PageTitle>
    <h1 className="h1">
      <WholeWords text={title} />
    </h1>
    <p className="mt-3 text-ink-2">{lead}</p>
    <div className="mt-8">{children}</div>
  </div>
)

/** Said before the button, so that nobody is surprised that a transfer waits. */
export const WhatFollows = () => (
  <p className="small flex gap-2.5 rounded-control bg-tile p-4">
    <Icon name="shield-check" className="mt-0.5 shrink-0" />
    <span>{m.identity_change_what_follows()}</span>
  </p>
)
