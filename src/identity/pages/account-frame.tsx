/** The narrow column of sign-up and sign-in. */
import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/page-title.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'

export function AccountFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[440px] pt-8 pb-16 md:pt-18">
      <PageTitle>{title}</PageTitle>
      <h1 className="h1">
        <WholeWords text={title} />
      </h1>
      {lead && <p className="mt-3 text-ink-2">{lead}</p>}
      <div className="mt-8">{children}</div>
    </div>
  )
}
