import { deviceLinks, type SystemView, sandboxDevices } from '../system-view.ts';

/** As bwrap takes it. */
export function systemOptions({ links, shown, hidden }: SystemView): readonly string[] {
  return [
    ...shown.flatMap(({ host, at }) => ['--ro-bind', host, at]),
    ...links.flatMap(({ at, target }) => ['--symlink', target, at]),
    // Without capabilities root's sandbox is still root to `/proc/sys`, where a written `core_pattern` runs on the host.
    ...['--proc', '/proc', ...hidden.flatMap((path) => ['--ro-bind', '/dev/null', path]), '--remount-ro', '/proc'],
    // `--dev` would add terminals, and a directory without a size.
    ...['--dir', '/dev'],
    ...sandboxDevices.flatMap((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
    ...deviceLinks.flatMap(([name, target]) => ['--symlink', target, `/dev/${name}`]),
  ];
}
