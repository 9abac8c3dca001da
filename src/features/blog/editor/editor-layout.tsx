import type { ReactNode } from 'react';
import { BackLink } from '../../../ui/back-link.tsx';

interface EditorLayoutProps {
  isNew: boolean;
  failure?: string;
  children?: ReactNode;
}

export function EditorLayout({ isNew, failure, children }: EditorLayoutProps) {
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <div className="mx-auto max-w-4xl">
        <BackLink to="/blog">Back to Blog</BackLink>
        <header className="mt-4 mb-8">
          <h1 className="text-4xl text-deep sm:text-5xl">
            {isNew ? 'Create New Blog Post' : 'Edit Blog Post'}
          </h1>
          <p className="mt-3 text-lg text-slate">
            {isNew
              ? 'Share your insights about Panama City Beach with our guests.'
              : 'Update your blog post content below.'}
          </p>
        </header>
        {failure && (
          <p
            role="alert"
            className="mb-6 rounded-2xl border border-danger/40 bg-white p-5 font-medium text-danger"
          >
            {failure}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
