import type { FastifyInstance } from 'fastify'

/** One line a request: who called what, how it ended and how long it took. Never a body, a header or a query. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { call, url } = { call: request.routeOptions.config.call, url: request.routeOptions.url }
    request.log.info(
      {
        request_id: request.id,
        trace_id: request.traceId,
        user_id: request.caller?.userId ?? null,
        call: call ?? url ?? null,
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'call',
    )
  })
}
