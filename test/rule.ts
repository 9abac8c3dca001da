import type { Source } from './source.ts';

export interface Repository {
  sources: Source[];
  /** Every folder below `src`, from the root of the repository. */
  folders: string[];
}

/** One rule of the house. */
export interface Rule {
  title: string;
  /** @returns one line for each offence, which begins with the offender's path */
  offences(repository: Repository): string[];
  /** Made-up files by path; each breaks the rule, which shows that the rule can fail. */
  offenders: Record<string, string>;
  /** Made-up files that look similar and keep the rule. */
  innocents?: Record<string, string>;
}

/** A rule that looks at one file at a time. */
export const rulePerFile = (
  rule: Omit<Rule, 'offences'> & {
    offences(source: Source): (string | { node: { start: number }; what: string })[];
  },
): Rule => ({
  ...rule,
  offences: ({ sources }) =>
    sources.flatMap((source) =>
      rule
        .offences(source)
        .map((offence) =>
          typeof offence === 'string'
            ? `${source.path} ${offence}`
            : `${source.path}:${source.lineAt(offence.node)} ${offence.what}`,
        ),
    ),
});

export const isTest = ({ path }: Source): boolean =>
  /\.(test|spec)\.tsx?$/.test(path) || !/^(src|scripts|sandbox)\//.test(path);

/** What the site runs: all of `src` but its tests. */
export const isProduct = ({ path }: Source): boolean =>
  path.startsWith('src/') && !/\.test\.tsx?$/.test(path);

export const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
