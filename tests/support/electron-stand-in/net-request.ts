import { type ClientRequest, request as http, type RequestOptions } from 'node:http'
import { request as https } from 'node:https'

/** Electron's `net.request`, as far as electron-updater uses it: Chromium's options that Node does not know are left out. */
export function netRequest(options: RequestOptions & { session?: unknown; redirect?: string }): ClientRequest {
  const { session: _session, redirect: _redirect, ...rest } = options
  return rest.protocol === 'https:' ? https(rest) : http(rest)
}
