import type { Compose, ComposeService } from './compose.ts';
import { isExactImage } from './images.ts';

/* Each function returns what is wrong, in words; empty if nothing is. */

/** Volumes, networks and services that are named but not declared. */
export function missingNames(compose: Compose): string[] {
  const problems: string[] = [];
  for (const [name, service] of Object.entries(compose.services)) {
    for (const source of namedVolumes(service)) {
      if (!(source in (compose.volumes ?? {}))) problems.push(`${name}: no volume ${source}`);
    }
    for (const network of service.networks ?? []) {
      if (!(network in (compose.networks ?? {}))) problems.push(`${name}: no network ${network}`);
    }
    for (const other of Object.keys(service.depends_on ?? {})) {
      if (!(other in compose.services)) problems.push(`${name}: no service ${other}`);
    }
  }
  return problems;
}

/** Sources of mounts that are volumes; other sources are paths or have no name. */
function namedVolumes({ volumes = [] }: ComposeService): string[] {
  return volumes.flatMap((volume) => /^([^/.][^:]*):/.exec(volume)?.[1] ?? []);
}

/** Images that are neither built here nor have an exact version. */
export function inexactImages({ services }: Compose): string[] {
  return Object.entries(services)
    .filter(([, { image, build }]) => build === undefined && !isExactImage(image))
    .map(([name, { image }]) => `${name}: ${image}`);
}

/** Services that Docker kills before their SHUTDOWN_GRACE is over. */
export function shortGrace({ services }: Compose): string[] {
  return Object.entries(services)
    .filter(([, { environment }]) => environment?.SHUTDOWN_GRACE !== undefined)
    .filter(([, service]) => seconds(service.stop_grace_period) <= Number(service.environment?.SHUTDOWN_GRACE))
    .map(([name, { stop_grace_period }]) => `${name}: ${stop_grace_period ?? 'the default of 10s'}`);
}

function seconds(duration = '10s'): number {
  const [, number, unit] = /^(\d+)(s|m)$/.exec(duration) ?? [];
  if (number === undefined) throw new Error(`"${duration}" is of a form that is not read here`);
  return Number(number) * (unit === 'm' ? 60 : 1);
}

/** Services that run convertd with unneeded rights, without limits, or without the settings that keep them running. */
export function unrestricted({ services }: Compose): string[] {
  return Object.entries(services)
    .filter(([, service]) => service.build !== undefined || /\/convertd:/.test(service.image))
    .flatMap(([name, service]) => {
      const needs: Record<string, boolean> = {
        read_only: service.read_only === true,
        'cap_drop ALL': service.cap_drop?.includes('ALL') === true,
        'no-new-privileges': service.security_opt?.includes('no-new-privileges:true') === true,
        'a limit of memory': service.deploy?.resources?.limits?.memory !== undefined,
        'a restart policy': service.restart !== undefined,
        // A built image has one of its own.
        'a health check': service.build === undefined || service.healthcheck !== undefined,
      };
      return Object.keys(needs)
        .filter((need) => !needs[need])
        .map((need) => `${name}: ${need}`);
    });
}
