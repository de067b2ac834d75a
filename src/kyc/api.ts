/** The calls of names, documents and levels. */
import { takePictures } from '../files/picture-door.ts'
import type { Door } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { authRealName } from './auth-real-name.ts'
import * as shapes from './contract.ts'
import { openDocument } from './open-document.ts'
import { removeDocument, saveDocument } from './save-document.ts'
import { sendDocument } from './send-document.ts'
import { submitDocuments } from './submit-documents.ts'
import { tellFunds } from './tell-funds.ts'
import { getVerification } from './verification-queries.ts'

const tags = ['kyc']
const member = { access: 'member' } as const

export function kycApi(door: Door, karat: Bag<'kyc'>): void {
  nameCalls(door, karat)
  documentCalls(door, karat)
  void door.register(async (scope) => uploadCall(scope as Door, karat))
}

function nameCalls(door: Door, karat: Bag<'kyc'>) {
  door.get(
    '/user/getVerification',
    {
      config: member,
      schema: {
        tags,
        summary: 'Level, limits, and what is known and looked into about the member',
        response: { 200: shapes.Verification },
      },
    },
    (request) =>
      getVerification(karat.db, {
        memberId: requireMember(request).id,
        store: request.store,
        currency: request.currency,
      }),
  )
  door.post(
    '/user/realNameAuth',
    {
      config: { access: 'member', rate: 'pin' },
      schema: {
        tags,
        summary: 'Tell the legal name and the number of an identity card',
        body: shapes.RealNameAuth,
        response: { 200: shapes.RealNameState },
      },
    },
    (request) => {
      const { id_type: idType, birth_date: birthDate, ...told } = request.body
      const memberId = requireMember(request).id
      return authRealName(karat, { ...told, country: told.country, idType, birthDate, memberId, store: request.store })
    },
  )
}

function documentCalls(door: Door, karat: Bag<'kyc'>) {
  door.get(
    '/kyc/document',
    {
      config: { ...member, raw: true },
      schema: {
        tags,
        summary: 'A document of the member, as bytes; every look at it is written down',
        produces: ['image/webp'],
        querystring: shapes.OneDocument,
        response: { 200: shapes.DocumentBytes },
      },
    },
    async (request, reply) => {
      const { id } = requireMember(request)
      const address = addressSubject(request.ip)
      const seen = { documentId: request.query.id, ownerId: id, viewer: `member:${id}`, reason: 'their own', address }
      const content = await openDocument(karat, seen)
      return sendDocument(reply, content)
    },
  )
  door.post(
    '/kyc/removeFile',
    {
      config: member,
      schema: { tags, summary: 'Take a file out', body: shapes.OneDocument, response: { 200: shapes.RemovedFile } },
    },
    (request) => removeDocument(karat, requireMember(request).id, request.body.id),
  )
  door.post(
    '/kyc/submitKyc',
    {
      config: member,
      schema: {
        tags,
        summary: 'Hand the documents to staff',
        body: shapes.Nothing,
        response: { 200: shapes.Submitted },
      },
    },
    (request) => submitDocuments(karat, requireMember(request).id),
  )
  door.post(
    '/kyc/sendFunds',
    {
      config: member,
      schema: {
        tags,
        summary: 'Tell the tax number and where the money comes from',
        body: shapes.SendFunds,
        response: { 200: shapes.Submitted },
      },
    },
    (request) => {
      const { tax_number: taxNumber, source, explanation } = request.body
      const memberId = requireMember(request).id
      return tellFunds(karat, { memberId, store: request.store, taxNumber, source, explanation })
    },
  )
}

async function uploadCall(scope: Door, karat: Bag<'kyc'>) {
  const { inTurn, readForm } = await takePictures(scope, karat)
  scope.post(
    '/kyc/uploadFile',
    {
      config: { ...member, rate: 'upload' },
      preValidation: readForm,
      schema: {
        tags,
        summary: 'Put a picture among the documents, in place of the one of its kind',
        consumes: ['multipart/form-data'],
        body: shapes.UploadFile,
        response: { 200: shapes.UploadedFile },
      },
    },
    (request) => saveDocument(karat, { memberId: requireMember(request).id, ...request.body }, inTurn),
  )
}
