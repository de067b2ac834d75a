/** Wire shapes of the notices of the reader. */
import { z } from 'zod'
import { momentField } from '../../http/wire.ts'
import { pageQuery } from '../../staff/contract.ts'
import { noticeKinds } from '../../staff/notices/notice-rules.ts'

const kind = z.enum(noticeKinds)
export const NoticesQuery = z.strictObject({
  kind: kind.optional(),
  state: z.enum(['unread']).optional(),
  ...pageQuery,
})
const Notice = z.strictObject({
  id: z.uuid(),
  kind,
  text: z.string().meta({ description: 'in the reader’s language' }),
  to: z.string().meta({ description: 'path of the page where it is seen to' }),
  store: z.string().nullable(),
  happened_at: momentField,
  read: z.boolean(),
  over: z.boolean().meta({ description: 'nothing waits any more of what it is about' }),
})
export const NoticesPage = z.strictObject({ total: z.int(), rows: z.array(Notice) })
export const UnreadCount = z.strictObject({
  unread: z.int().meta({ description: 'those that wait and are not read; 100 stands for any more' }),
})
export const ReadNotice = z.strictObject({ notice_id: z.uuid() })
export const ReadAll = z.strictObject({ kind: kind.optional() })
export const MarkedRead = z.strictObject({ read: z.int() })
export const NoticeChoice = z.strictObject({ kind, in_office: z.boolean(), by_mail: z.boolean() })
export const NoticeChoices = z.strictObject({ choices: z.array(NoticeChoice) })

export type NoticeView = z.infer<typeof Notice>
export type NoticeChoiceView = z.infer<typeof NoticeChoice>
