import { type DestinationStream, type Logger, pino } from 'pino'
import { launchHeader } from '../../shared/launch-header.ts'

const headers = ['authorization', 'cookie', 'set-cookie', launchHeader]
const passwords = ['password', 'new_password', 'current_password', 'password_hash']
const secrets = [...headers, ...passwords, 'otp', 'code_hash', 'token', 'launchSecret']

/** At the top, one and two levels down: `password`, `headers.cookie`, `req.headers.authorization`. */
const paths = secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** A structured log that writes no secret even where somebody logs a whole request. */
export function makeLog(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  const settings = { level: options.level ?? 'info', redact: { paths, censor: '[redacted]' }, base: {} }
  return options.destination ? pino(settings, options.destination) : pino(settings, pino.destination(2))
}
