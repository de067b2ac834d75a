/** The application: hooks in the order a request meets them, then every area's door by name. Tests start here. */
import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController, type RouteOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { activitiesApi } from './activities/api.ts'
import { activityPublicApi } from './activities/public-api.ts'
import { sharedPictureApi } from './activities/shared-picture-api.ts'
import { agentsApi } from './agents/api.ts'
import { businessApi } from './business/api.ts'
import { cartApi } from './cart/api.ts'
import { catalogueApi } from './catalogue/api.ts'
import { passportApi } from './catalogue/passport-api.ts'
import { ownPictureApi } from './catalogue/picture-api.ts'
import { communityApi } from './community/api.ts'
import { complaintsApi } from './complaints/api.ts'
import { contentApi } from './content/api.ts'
import { deliveryApi } from './delivery/api.ts'
import { demoPages, outsideProvider } from './demo-doors.ts'
import { featureDoor } from './feature-calls.ts'
import { filesApi } from './files/api.ts'
import { goldbackApi } from './goldback/api.ts'
import { searchEngineApi } from './home/search-engine-api.ts'
import { webAppApi } from './home/web-app-api.ts'
import { type Admission, admitCalls, letInWith, openAdmission } from './http/admission.ts'
import { compressAnswers } from './http/compress-answers.ts'
import { contentReportApi } from './http/content-report-api.ts'
import { allowOrigins } from './http/cors.ts'
import { describeCalls } from './http/describe-calls.ts'
import { docsApi } from './http/docs-api.ts'
import type { Door } from './http/door.ts'
import { drainBeforeClosing } from './http/draining.ts'
import { answerErrors, wrapAnswers } from './http/envelope.ts'
import { bareContentPolicy, securityHeaders } from './http/headers.ts'
import { parseJsonBody } from './http/json-body.ts'
import { addressSubject, isShared } from './http/limits.ts'
import { pathAsked, refuseOddRequests } from './http/odd-requests.ts'
import { answerBrokenRequest, answerExpectations, answerUnreadableAddress } from './http/outside-answers.ts'
import { probeApi } from './http/probe-api.ts'
import { openSecurityStream, type SecurityStream } from './http/security-stream.ts'
import { cutSilentConnections } from './http/silent-connections.ts'
import { refuseWritesInTrouble } from './http/while-writable.ts'
import { accountApi } from './identity/account-api.ts'
import { identityApi } from './identity/api.ts'
import { authenticate } from './identity/door.ts'
import { factorsApi } from './identity/factors-api.ts'
import { messageChoicesApi } from './identity/message-choices-api.ts'
import { passkeyApi } from './identity/passkey-api.ts'
import { personalApi } from './identity/personal-api.ts'
import { securityApi } from './identity/security-api.ts'
import type { Karat } from './karat.ts'
import { kycApi } from './kyc/api.ts'
import { sayRefusal } from './locale/refusal-text.ts'
import { oneClickApi, unsubscribeApi } from './mail/unsubscribe-api.ts'
import { activitiesOfficeApi } from './office/activities/activities-api.ts'
import { agentsOfficeApi } from './office/agents/agents-api.ts'
import { auditApi } from './office/audit/audit-api.ts'
import { bankCalls } from './office/bank/bank-api.ts'
import { booksCalls } from './office/books/books-api.ts'
import { businessOfficeApi } from './office/business/business-api.ts'
import { casesOfficeApi } from './office/cases/cases-api.ts'
import { officeComplaintsApi } from './office/complaints/complaints-api.ts'
import { contentOfficeApi } from './office/content/content-api.ts'
import { countsOfficeApi } from './office/counts/counts-api.ts'
import { disputesApi } from './office/disputes/disputes-api.ts'
import { executors } from './office/executors.ts'
import { findApi } from './office/find/find-api.ts'
import { goldbackOfficeApi } from './office/goldback/goldback-api.ts'
import { catalogueOfficeApi } from './office/goods/catalogue-api.ts'
import { newGoodsApi } from './office/goods/new-goods-api.ts'
import { stockOfficeApi } from './office/goods/stock-api.ts'
import { growthOfficeApi } from './office/growth/growth-api.ts'
import { inboxApi } from './office/inbox/inbox-api.ts'
import { testimonialsApi } from './office/inbox/testimonials-api.ts'
import { openPlacesApi } from './office/kit/open-places-api.ts'
import { officeKycApi } from './office/kyc/kyc-api.ts'
import { licencesApi } from './office/licences/licences-api.ts'
import { membersApi } from './office/members/members-api.ts'
import { plansOfficeApi } from './office/members/plans-api.ts'
import { noticesApi } from './office/notices/notices-api.ts'
import { bulkApi } from './office/orders/bulk-api.ts'
import { officeDraftsApi } from './office/orders/drafts-api.ts'
import { officeOrdersApi } from './office/orders/orders-api.ts'
import { refundsApi } from './office/orders/refunds-api.ts'
import { overviewApi } from './office/overview/overview-api.ts'
import { inBetweenApi } from './office/payouts/in-between-api.ts'
import { payoutsOfficeApi } from './office/payouts/payouts-api.ts'
import { pricesApi } from './office/prices/prices-api.ts'
import { officeRightsApi } from './office/rights/rights-api.ts'
import { settingsApi } from './office/settings/settings-api.ts'
import { setupApi } from './office/setup/setup-api.ts'
import { troubleApi } from './office/trouble/trouble-api.ts'
import { bankOfficeApi } from './office/vault/bank-api.ts'
import { hedgesApi } from './office/vault/hedges-api.ts'
import { limitsOfficeApi } from './office/vault/limits-api.ts'
import { placesOfficeApi } from './office/vault/places-api.ts'
import { transportsOfficeApi } from './office/vault/transports-api.ts'
import { vaultOfficeApi } from './office/vault/vault-api.ts'
import { windowsApi } from './office/windows/windows-api.ts'
import { ordersApi } from './orders/api.ts'
import { moneyBackApi } from './orders/money-back-api.ts'
import { addPages, type Pages } from './page-host.ts'
import { processKnock } from './payments/process-event.ts'
import { webhookApi } from './payments/webhook-api.ts'
import { payoutsApi } from './payouts/api.ts'
import { pricingApi } from './pricing/api.ts'
import { proofApi } from './proof/api.ts'
import { proofFilesApi } from './proof/files-api.ts'
import { proofRequestApi } from './proof/request-api.ts'
import { referralApi } from './referral/api.ts'
import { cardApi } from './referral/card-api.ts'
import { Refusal } from './refusals.ts'
import { rightsApi } from './rights/api.ts'
import { staffApi } from './staff/api.ts'
import { authenticateStaff, requireKey, requireKeyTaken, requirePermission } from './staff/door.ts'
import { isPermission, movesSomething } from './staff/permission-rules.ts'
import { languageOf, readStoreHeaders } from './stores/door.ts'
import { vaultApi } from './vault/api.ts'
import { depositApi } from './vault/deposit-api.ts'
import { payoutApi } from './vault/payouts/payout-api.ts'
import { purchaseApi } from './vault/purchases/purchase-api.ts'
import { recordApi } from './vault/record/record-api.ts'
import { transferApi } from './vault/transfer-api.ts'
import { wishesApi } from './wishes/api.ts'

/** Builds the application around an open bag; closing it leaves the bag open. */
export async function buildApp(karat: Karat, options: { pages?: Pages } = {}): Promise<FastifyInstance> {
  const app = openFastify(karat)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // One log for all: what is logged names its request itself, so that a request that logs nothing pays nothing.
  app.setChildLoggerFactory((logger) => logger)
  app.decorateRequest('language', 'id')
  app.decorateRequest('replayed', false)
  app.decorateRequest('keyTaken', false)
  app.decorateRequest('member', null)
  app.decorateRequest('staff', null)
  app.decorateRequest('about', null)
  app.decorateRequest('currency', 'IDR')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    parseJsonBody(body),
  )

  const draining = drainBeforeClosing(app, karat.config.DRAIN_SECONDS)
  requireAccess(app)
  const admission = openAdmission(karat)
  admitCalls(app, admission)
  refuseOddRequests(app)
  giveHeaders(app)
  const security = openSecurityStream(karat)
  answerErrors(app, sayRefusal, security.refused)
  answerExpectations(app.server)
  cutSilentConnections(app)
  refuseWritesInTrouble(app, karat)
  allowOrigins(app, karat.config.CORS_ORIGINS.split(',').filter(Boolean))

  await describeCalls(app)
  await app.register(async (scope) => storeCalls(scope, karat, admission, security), { prefix: '/api/store:code' })
  await app.register(async (scope) => staffCalls(scope, karat, admission, security), { prefix: '/api/admin' })
  await app.register(async (scope) => noticeCalls(scope, karat, security), { prefix: '/api/webhooks' })
  await app.register(async (scope) => contentReportApi(scope, karat), { prefix: '/api' })
  await app.register(async (scope) => oneClickApi(scope, karat), { prefix: '/api/mail' })
  if (karat.config.DEMO) {
    await app.register((scope) => demoPages(scope, karat), { prefix: '/dev' })
    await app.register((scope) => outsideProvider(scope, karat), { prefix: '/sandbox' })
  }
  await app.register(async (scope) => docsApi(scope as Door, karat))
  await app.register(async (scope) => probeApi(scope as Door, karat, draining))
  searchEngineApi(app, karat)
  proofFilesApi(app, karat)
  await app.register(async (scope) => proofRequestApi(scope, karat))
  webAppApi(app, karat)
  ownPictureApi(app, karat)
  cardApi(app, karat)
  sharedPictureApi(app, karat)
  app.all('/api/*', { config: { access: 'public', admission: 'own' } }, () => {
    throw new Refusal('not_found')
  })
  if (options.pages) await addPages(app, karat, admission, options.pages)
  app.setNotFoundHandler({ preHandler: async () => {} }, () => {
    throw new Refusal('not_found')
  })
  return app
}

function openFastify(karat: Karat): FastifyInstance {
  return Fastify({
    loggerInstance: karat.log,
    genReqId: requestIds(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 65_536,
    requestTimeout: 10_000,
    connectionTimeout: 20_000,
    return503OnClosing: false, // what still comes on open connections is served, and told to go elsewhere next
    frameworkErrors: answerUnreadableAddress,
    clientErrorHandler: answerBrokenRequest,
    rewriteUrl: pathAsked,
    routerOptions: { maxParamLength: 200 },
    // Node looks for slow senders every 30 s and gives headers 60 s, unless told otherwise.
    http: { maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 5000 },
    trustProxy: karat.config.TRUST_PROXY ? karat.config.TRUST_PROXY.split(',') : false,
  })
}

/** Ids that no other instance and no later start gives: whoever asks about one of them finds its lines. */
function requestIds() {
  const start = randomBytes(4).toString('hex')
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}

/** Every call says who may make it, or the application does not become ready. */
function requireAccess(app: FastifyInstance) {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const silent = routes.find((route) => !route.config?.access)
    if (silent) throw new Error(`${silent.method} ${silent.url} does not say who may call it`)
    const faults = routes.map(faultOfAccess).filter((fault) => fault !== null)
    if (faults.length > 0) throw new Error(faults.join('; '))
  })
}

/** Staff calls stand under /api/admin, each with a permission of the table, and no other call stands there or has one. */
function faultOfAccess({ method, url, config }: RouteOptions): string | null {
  const { access, permission } = config ?? {}
  if (access === 'staff' && !isPermission(permission)) return `${method} ${url} names no permission of the table`
  if (method === 'POST' && isPermission(permission) && movesSomething(permission) && config?.once === undefined)
    return `${method} ${url} moves something and does not say whether it takes an Idempotency-Key`
  if (access !== 'staff' && (permission !== undefined || config?.once))
    return `${method} ${url} has what staff calls have, but is not for staff`
  const inAdmin = url.startsWith('/api/admin/')
  if (inAdmin !== (access === 'staff') && !(inAdmin && access === 'public'))
    return `${method} ${url} is for ${access}, so it may not stand there`
  return null
}

/** Puts on every answer the headers that none may lack. */
function giveHeaders(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(securityHeaders)
    reply.header('x-request-id', request.id)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', bareContentPolicy)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (request.replayed) reply.header('idempotent-replayed', 'true')
    done(null, payload)
  })
}

/**
 * Knows the member where the call is for members, and counts the call; with a place at the gate where that takes statements.
 * Refuses busy, unauthenticated, too_many_requests.
 */
function letIn(request: FastifyRequest, karat: Karat, admission: Admission): Promise<void> | undefined {
  const { access, rate = 'public' } = request.routeOptions.config
  if (access === 'member') return letInWith(admission, request, () => letMemberIn(request, karat))
  const count = () => karat.limits.count(rate, addressSubject(request.ip), karat.now())
  return isShared(rate) ? letInWith(admission, request, count) : count()
}

function letMemberIn(request: FastifyRequest, karat: Karat): Promise<void> {
  const { rate } = request.routeOptions.config
  return authenticate(request, karat).then(() =>
    karat.limits.count(rate ?? 'member', request.member?.id ?? '', karat.now()),
  )
}

/** Knows the person of the house, asks the permission table, and counts the call. */
async function letStaffIn(request: FastifyRequest, karat: Karat): Promise<void> {
  const { access, permission, rate } = request.routeOptions.config
  const subject = addressSubject(request.ip)
  if (access !== 'staff') return karat.limits.count(rate ?? 'staff_login', subject, karat.now())
  const staff = await authenticateStaff(request, karat)
  await karat.limits.count(rate ?? 'staff', staff.id, karat.now())
  // requireAccess has seen to it that a staff call names one.
  if (isPermission(permission)) await requirePermission(karat, staff, permission)
  requireKey(request)
}

/** The back office's calls: /api/admin/…, for the house's own people; a store is a field where one is meant. */
async function staffCalls(scope: FastifyInstance, karat: Karat, admission: Admission, security: SecurityStream) {
  wrapAnswers(scope)
  security.watch(scope)
  compressAnswers(scope)
  scope.addHook('onRoute', (route) => {
    route.handlerTimeout = karat.settings.handlerTimeoutMs
  })
  scope.addHook('onRequest', async (request) => {
    request.language = languageOf(request.headers) ?? 'id'
    await letInWith(admission, request, () => letStaffIn(request, karat))
  })
  scope.addHook('preSerialization', async (request, { statusCode }) => {
    if (statusCode < 400) requireKeyTaken(request)
  })
  const door = scope as Door
  staffApi(door, karat, executors)
  auditApi(door, karat)
  membersApi(door, karat)
  officeKycApi(door, karat)
  casesOfficeApi(door, karat)
  overviewApi(door, karat)
  pricesApi(door, karat)
  windowsApi(door, karat)
  officeOrdersApi(door, karat)
  bulkApi(door, karat)
  officeDraftsApi(door, karat)
  contentOfficeApi(door, karat)
  catalogueOfficeApi(door, karat)
  newGoodsApi(door, karat)
  stockOfficeApi(door, karat)
  refundsApi(door, karat)
  disputesApi(door, karat)
  bankCalls(door, karat)
  payoutsOfficeApi(door, karat)
  inBetweenApi(door, karat)
  vaultOfficeApi(door, karat)
  placesOfficeApi(door, karat)
  countsOfficeApi(door, karat)
  openPlacesApi(door, karat)
  transportsOfficeApi(door, karat)
  hedgesApi(door, karat)
  bankOfficeApi(door, karat)
  limitsOfficeApi(door, karat)
  businessOfficeApi(door, karat)
  for (const calls of [agentsOfficeApi, plansOfficeApi, goldbackOfficeApi, growthOfficeApi]) calls(door, karat)
  activitiesOfficeApi(door, karat)
  for (const calls of [testimonialsApi, inboxApi, officeComplaintsApi, officeRightsApi, troubleApi]) calls(door, karat)
  for (const calls of [settingsApi, licencesApi, setupApi, booksCalls, noticesApi, findApi]) calls(door, karat)
}

/** What payment providers tell us: /api/webhooks/{provider} */
async function noticeCalls(scope: FastifyInstance, karat: Karat, security: SecurityStream) {
  security.watch(scope)
  await webhookApi(scope as Door, karat, (knock) => processKnock(karat, knock))
}

/** Before a store is opened it is looked at, and nobody signs up or buys. */
const isReading = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** The seed's calls: /api/store{code}/… */
async function storeCalls(scope: FastifyInstance, karat: Karat, admission: Admission, security: SecurityStream) {
  wrapAnswers(scope)
  security.watch(scope)
  compressAnswers(scope)
  scope.addHook('onRoute', (route) => {
    if (!route.config?.fromMemory) route.handlerTimeout = karat.settings.handlerTimeoutMs
    const features = featureDoor(route.url.slice(scope.prefix.length))
    if (features) route.preHandler = [features, ...[route.preHandler ?? []].flat()]
  })
  scope.addHook('onRequest', (request, _reply, done) => {
    try {
      readStoreHeaders(request, karat.stores)
      if (!request.store.open && !isReading(request.method)) throw new Refusal('shop_not_open')
      // A public read waits for nothing: without a promise it stays as fast as the server can be.
      const waiting = letIn(request, karat, admission)
      if (waiting) waiting.then(() => done(), done)
      else done()
    } catch (error) {
      done(error as Error)
    }
  })
  const door = scope as Door
  pricingApi(door, karat)
  contentApi(door, karat)
  catalogueApi(door, karat)
  passportApi(door, karat)
  wishesApi(door, karat)
  deliveryApi(door, karat)
  identityApi(door, karat)
  personalApi(door, karat)
  securityApi(door, karat)
  factorsApi(door, karat)
  accountApi(door, karat)
  messageChoicesApi(door, karat)
  unsubscribeApi(door, karat)
  passkeyApi(door, karat)
  filesApi(door, karat)
  kycApi(door, karat)
  payoutsApi(door, karat)
  cartApi(door, karat)
  ordersApi(door, karat)
  communityApi(door, karat)
  complaintsApi(door, karat)
  moneyBackApi(door, karat)
  vaultApi(door, karat)
  depositApi(door, karat)
  purchaseApi(door, karat)
  transferApi(door, karat)
  payoutApi(door, karat)
  recordApi(door, karat)
  businessApi(door, karat)
  goldbackApi(door, karat)
  referralApi(door, karat)
  agentsApi(door, karat)
  activitiesApi(door, karat)
  activityPublicApi(door, karat)
  proofApi(door, karat)
  rightsApi(door, karat)
}
