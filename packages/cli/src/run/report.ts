import { escapeHidden } from '@hitl/permissions';
import type { CliIo } from '../process/io.ts';
import type { MailboxRequest } from '../delta-folder/mailbox-files.ts';
import type { DeltaStatus, Metadata } from '../delta-folder/metadata.ts';

/** What a program reads of a run that ended, or waits: the last JSON value on stdout. */
export interface RunReport {
  /** `null`: it was refused before it had a run. */
  readonly run_id: string | null;
  readonly status: DeltaStatus | null;
  readonly response: string | null;
  readonly error: string | null;
  /** What `request.json` holds, while the run waits. */
  readonly interaction: MailboxRequest | null;
}

/** Says how a run stands, to people or to programs. */
export interface Reporter {
  /** A line about what goes on, for whoever looks on. */
  note(message: string): void;
  report(report: RunReport, response: string): void;
  /** For programs, what goes to stderr by itself; once, for the run that it is about. */
  failed(run: Pick<Metadata, 'run_id' | 'status'> | null, error: unknown): void;
}

export function createReporter(format: 'text' | 'json', io: CliIo): Reporter {
  const note = (message: string) => void io.stderr.write(`delta: ${escapeHidden(message)}\n`);
  const tell = (report: RunReport) => void io.stdout.write(`${JSON.stringify(report)}\n`);
  let isTold = false;
  return {
    note,
    report(report, path) {
      const { status, interaction, response, error } = report;
      isTold = true;
      const guidance =
        status === 'WAITING_FOR_INPUT'
          ? `Agent paused. Provide a response in ${path} and re-run 'delta run' to continue.\n`
          : '';
      if (status === 'FAILED') note(error ?? 'The run failed.');
      if (format === 'json') {
        io.stderr.write(guidance);
        tell(report);
        return;
      }
      if (interaction !== null) io.stdout.write(`${escapeHidden(interaction.prompt)}\n\n`);
      io.stdout.write(guidance);
      if (status !== 'COMPLETED') return;
      const text = response ?? '';
      // A file or a program gets what the agent said; a terminal would do what is hidden in it.
      io.stdout.write(`${io.stdout.isTTY === true ? escapeHidden(text) : text}\n`);
    },
    failed(run, error) {
      if (isTold || format === 'text') return;
      isTold = true;
      const message = error instanceof Error ? error.message : String(error);
      const { run_id = null, status = null } = run ?? {};
      tell({ run_id, status, response: null, error: message, interaction: null });
    },
  };
}
