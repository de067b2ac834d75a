/** Reads the one form that is not JSON. */

import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { isUnsafeFileName } from './image-signature-rules.ts'
import { refuseFile } from './read-image.ts'

/** What a form may hold at most; a field more than the two is let in so that it can be refused by its name. */
export const uploadLimits = {
  fileSize: settings.files.maxBytes,
  files: 1,
  fields: 2,
  parts: 3,
  fieldSize: 100,
  fieldNameSize: 100,
  headerPairs: 20,
}

/**
 * Makes the form's fields the body of the request, the file as its bytes, for the schema to judge.
 *
 * Refuses file_too_large, file_name, malformed (too many parts, a field too long or given twice, a broken form).
 */
export async function readUploadForm(request: FastifyRequest): Promise<void> {
  const body: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.fieldname in body) throw new Refusal('malformed', { reason: `${part.fieldname} is given twice` })
      body[part.fieldname] = await readPart(part)
    }
  } catch (error) {
    throw refusalOf(error as Error & { code?: string })
  }
  request.body = body
}

async function readPart(part: Multipart): Promise<unknown> {
  if (part.type === 'field') {
    if (part.valueTruncated || part.fieldnameTruncated) throw invalidInput({ [part.fieldname]: problem('long') })
    return part.value
  }
  const bytes = await part.toBuffer()
  if (isUnsafeFileName(part.filename ?? '')) throw refuseFile('file_name', problem('file_name'))
  return bytes
}

function refusalOf(error: Error & { code?: string }): Error {
  if (error instanceof Refusal) return error
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return refuseFile('file_too_large', problem('file_size', { n: 10 }))
  if (/^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(error.code ?? ''))
    return new Refusal('malformed', { reason: 'the form has too many parts' })
  return new Refusal('malformed', { reason: 'the form cannot be read' })
}
